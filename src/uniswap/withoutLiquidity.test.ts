import { expect, test } from 'vitest'
import { exactIn, type SwappedPool } from './exactIn.ts'
import * as Tick from './Tick.ts'
import { withoutLiquidity } from './withoutLiquidity.ts'

const base = { sqrtRatioX96: Tick.toSqrtRatio(5), currentTick: 5, tickSpacing: 10, fee: 500 }
const alone: SwappedPool = {
  ...base,
  liquidity: 1_000_000n,
  segments: [{ tickLower: -1000, tickUpper: 1000, liquidity: 1_000_000n }],
}
const shared: SwappedPool = {
  ...base,
  liquidity: 1_500_000n,
  segments: [
    { tickLower: -1000, tickUpper: -100, liquidity: 1_000_000n },
    { tickLower: -100, tickUpper: 200, liquidity: 1_500_000n },
    { tickLower: 200, tickUpper: 1000, liquidity: 1_000_000n },
  ],
}

test('a pool without a position is the pool of the others', () => {
  const position = { tickLower: -100, tickUpper: 200, liquidity: 500_000n }
  expect(withoutLiquidity(shared, position)).toEqual(alone)
  expect(exactIn(withoutLiquidity(shared, position), true, 30_000n)).toEqual(exactIn(alone, true, 30_000n))
})

test('a part of a position leaves its ends in place', () => {
  const { segments, liquidity } = withoutLiquidity(shared, { tickLower: -100, tickUpper: 200, liquidity: 1n })
  expect([liquidity, segments.map((one) => one.liquidity)]).toEqual([1_499_999n, [1_000_000n, 1_499_999n, 1_000_000n]])
})

test('a position out of range leaves the active liquidity as it is', () => {
  const above = { ...alone, segments: [...alone.segments, { tickLower: 1000, tickUpper: 2000, liquidity: 9n }] }
  const rest = withoutLiquidity(above, { tickLower: 1000, tickUpper: 2000, liquidity: 9n })
  expect([rest.liquidity, rest.segments.at(-1)?.liquidity]).toEqual([1_000_000n, 0n])
})

test('a position wider than what is known is cut at the ends of what is known', () => {
  const { segments } = withoutLiquidity(alone, { tickLower: -5000, tickUpper: 5000, liquidity: 400_000n })
  expect(segments).toEqual([{ tickLower: -1000, tickUpper: 1000, liquidity: 600_000n }])
})
