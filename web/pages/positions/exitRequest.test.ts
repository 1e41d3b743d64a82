import { expect, test } from 'vitest'
import type { Position } from '../../api/liquidity.ts'
import { boundOf, exitRequest } from './exitRequest.ts'

/** 2,000 units of a token of 6 decimals for one of 18 decimals. */
const position = {
  protocol: 'V4',
  tokenId: '15',
  token0: { address: '0x1', symbol: 'ETH', decimals: 18 },
  token1: { address: '0x2', symbol: 'DUSD', decimals: 6 },
  sqrtRatioX96: '3543191142285914205922034',
} as unknown as Position

test('a price is counted in smallest units of token1 for one of token0, whichever way it is typed', () => {
  expect(boundOf(position, 'token1', '1500')).toEqual({ price: '0.0000000015', isBelow: true })
  expect(boundOf(position, 'token1', '2500')).toEqual({ price: '0.0000000025', isBelow: false })
  expect(boundOf(position, 'token0', '0.001')).toEqual({ price: '0.000000001', isBelow: true })
  expect(boundOf(position, 'token0', '0.0004')).toEqual({ price: '0.0000000025', isBelow: false })
  expect(boundOf(position, 'token1', 'a lot')).toBeUndefined()
})

test('the request names the side that the price has not reached', () => {
  const known = { position, quote: 'token1', owner: '0x3' } as const
  const draft = { price: '1500', tip: '0.0001', days: '7' }
  expect(exitRequest(draft, known)).toMatchObject({ protocol: 'V4', tokenId: '15', priceBelow: '0.0000000015' })
  expect(exitRequest({ ...draft, price: '2500' }, known)).toMatchObject({ priceAbove: '0.0000000025' })
  expect(exitRequest({ ...draft, days: '0' }, known)).toBeUndefined()
})
