import { expect, test } from 'vitest'
import * as Tick from '#uniswap/Tick.ts'
import type { Position } from '../../api/liquidity.ts'
import type { PreparedOrder } from '../../api/orders.ts'
import { moveOf } from './moveRequest.ts'
import { moveMeaning } from './moveWords.ts'

/** 2,000 units of a token of 6 decimals for one of 18 decimals, in a pool whose ticks are 2% apart. */
const position = {
  protocol: 'V4',
  tokenId: '15',
  token0: { address: '0x1', symbol: 'ETH', decimals: 18 },
  token1: { address: '0x2', symbol: 'DUSD', decimals: 6 },
  sqrtRatioX96: '3543191142285914205922034',
  tickLower: -200_800,
  tickUpper: -199_800,
  tickSpacing: 200,
} as unknown as Position

test('the review states the price and the range that are signed, not the typed price', () => {
  const move = moveOf(position, 'token1', '1515')
  if (!move) throw new Error('The price is inside of the range.')
  const signed = { amountMoved: '1000000000000000000', amountSoldFor: '1600000000', tokenId: '15' }
  const rerange = { ...move, ...signed, boundX96: String(Tick.toSqrtRatio(move.tickLower)) }
  const answer = { worstCase: { eth: '100000000000000' }, rerange, meaning: ['', '', 'Anybody may execute it.'] }
  const [worst, deed, range, ...others] = moveMeaning(answer as unknown as PreparedOrder, position, 'token1')
  expect(worst).toMatch(/^Worst case: your position becomes 1 ETH, the new range sells it for 1,600 DUSD/)
  expect(deed).toContain('into the new range once 1 ETH costs 1,528.49 DUSD or less.')
  expect(range).toBe('New range: 1,528.49 to 1,904.60 DUSD per ETH')
  expect(others).toEqual(['Anybody may execute it.'])
})
