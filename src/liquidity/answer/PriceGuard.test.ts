import { expect, test } from 'vitest'
import * as PriceEnds from '#uniswap/PriceEnds.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import * as Tick from '#uniswap/Tick.ts'
import { describeGuard, priceGuardOf, toWire } from './PriceGuard.ts'

const tokens = {
  token0: '0x1000000000000000000000000000000000000001',
  token1: '0x2000000000000000000000000000000000000002',
} as const
const PLENTY = 10n ** 24n

/** The ends of a mint at a price of one, with a tolerance of one percent. */
function endsOf([tickLower, tickUpper]: [number, number], liquidity = PLENTY) {
  const bounds = { lowerX96: Tick.toSqrtRatio(tickLower), upperX96: Tick.toSqrtRatio(tickUpper) }
  const mint = { sqrtRatioX96: Tick.toSqrtRatio(0), bounds, liquidity }
  return PriceEnds.ofMaxima(mint, Slippage.v4MintMaxima(mint, Slippage.fromPercent(1)))
}

test('both ends are guarded where the range is wider than the tolerance', () => {
  const guard = toWire(priceGuardOf(tokens, endsOf([-6000, 6000])))
  expect(Number(guard.atLeast)).toBeCloseTo(0.99, 6)
  expect(Number(guard.atMost)).toBeCloseTo(1.01, 6)
})

test('the ends are swapped when the price is quoted in token0', () => {
  const guard = toWire(priceGuardOf(tokens, endsOf([-6000, 6000]), 'token0'))
  expect(guard.quotedTokenAddress).toBe(tokens.token0)
  expect(Number(guard.atLeast)).toBeCloseTo(1 / 1.01, 6)
  expect(Number(guard.atMost)).toBeCloseTo(1 / 0.99, 6)
})

test('an end outside a narrow range guards nothing, and is not stated', () => {
  expect(toWire(priceGuardOf(tokens, endsOf([-60, 60])))).toEqual({ quotedTokenAddress: tokens.token1 })
  const oneSided = toWire(priceGuardOf(tokens, endsOf([-60, 6000])))
  expect([oneSided.atLeast, Number(oneSided.atMost).toFixed(4)]).toEqual([undefined, '1.0100'])
})

test('amounts of a few units guard the price only as closely as they can express it', () => {
  const guard = toWire(priceGuardOf(tokens, endsOf([-6000, 6000], 20n)))
  expect(Number(guard.atLeast)).toBeLessThan(0.97)
  expect(Number(guard.atMost)).toBeGreaterThan(1.03)
  const single = priceGuardOf(tokens, endsOf([-6000, 6000], 1n))
  expect(toWire(single)).toEqual({ quotedTokenAddress: tokens.token1 })
  const pair = [
    { address: tokens.token0, symbol: 'A', decimals: 0 },
    { address: tokens.token1, symbol: 'B', decimals: 0 },
  ] as const
  expect(describeGuard(single, pair)).toContain('not guarded')
})

test('a deposit of one token alone is guarded at the edge of its range', () => {
  const bounds = { lowerX96: Tick.toSqrtRatio(60), upperX96: Tick.toSqrtRatio(600) }
  const ends = PriceEnds.ofMaxima({ bounds, liquidity: PLENTY }, { amount0: PLENTY, amount1: 0n })
  expect(ends).toEqual({ lowest: undefined, highest: Tick.toSqrtRatio(60) })
})

test('an end is rounded outwards, even where 36 decimals are too few', () => {
  const tiny = Tick.toSqrtRatio(-690_000)
  const guard = toWire(priceGuardOf(tokens, { lowest: tiny, highest: tiny }))
  const digits = (price: string | undefined) => BigInt((price ?? '').replace('.', ''))
  expect(digits(guard.atLeast) << 192n).toBeLessThanOrEqual(tiny * tiny * 10n ** 36n)
  expect(digits(guard.atMost) << 192n).toBeGreaterThanOrEqual(tiny * tiny * 10n ** 36n)
})
