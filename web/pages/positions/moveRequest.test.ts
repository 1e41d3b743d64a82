import { expect, test } from 'vitest'
import type { Position } from '../../api/liquidity.ts'
import { moveOf, moveRequest } from './moveRequest.ts'

/** 2,000 units of a token of 6 decimals for one of 18 decimals, in a range of about 1,900 to 2,100. */
const position = {
  protocol: 'V4',
  tokenId: '15',
  token0: { address: '0x1', symbol: 'ETH', decimals: 18 },
  token1: { address: '0x2', symbol: 'DUSD', decimals: 6 },
  sqrtRatioX96: '3543191142285914205922034',
  tickLower: -200_830,
  tickUpper: -199_830,
  tickSpacing: 10,
} as unknown as Position

test('the new range reaches from the typed price to the nearer end of the old one', () => {
  expect(moveOf(position, 'token1', '1500')).toEqual({ side: 'below', tickLower: -203_190, tickUpper: -200_830 })
  expect(moveOf(position, 'token1', '2500')).toEqual({ side: 'above', tickLower: -199_830, tickUpper: -198_080 })
  expect(moveOf(position, 'token0', '0.0004')).toMatchObject({ side: 'above' })
  expect(moveOf(position, 'token1', '2000')).toBeUndefined()
  expect(moveOf(position, 'token1', 'a lot')).toBeUndefined()
})

test('the request needs a price, a tip and an end', () => {
  const known = { position, quote: 'token1', owner: '0x3' } as const
  const draft = { price: '1500', tip: '0.0001', days: '7' }
  expect(moveRequest(draft, known)).toMatchObject({ tokenId: '15', side: 'below', tip: '100000000000000' })
  expect(moveRequest({ ...draft, days: '0' }, known)).toBeUndefined()
  expect(moveRequest({ ...draft, tip: '' }, known)).toBeUndefined()
})
