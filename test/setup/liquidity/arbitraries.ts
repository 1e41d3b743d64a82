import fc from 'fast-check'
import * as SqrtPrice from '#uniswap/SqrtPrice.ts'
import * as Tick from '#uniswap/Tick.ts'

/** The fee of a v3 pool by its tick spacing. */
export const FEES: Record<number, number> = { 1: 100, 10: 500, 60: 3000, 200: 10000 }

/** A pool at a random price with a random usable range, below, around or above it. */
export const pools = fc
  .record({
    spacing: fc.constantFrom(1, 10, 60, 200),
    tick: fc.integer({ min: Tick.MIN + 1, max: Tick.MAX - 2 }),
    within: fc.double({ min: 0, max: 1, noNaN: true }),
    low: fc.double({ min: 0, max: 1, noNaN: true }),
    high: fc.double({ min: 0, max: 1, noNaN: true }),
    near: fc.boolean(),
  })
  .map(({ spacing, tick, within, low, high, near }) => {
    const sqrtRatioX96 = between(Tick.toSqrtRatio(tick), Tick.toSqrtRatio(tick + 1) - 1n, within)
    // Half of the ranges hug the price, as real positions do; the other half span anything.
    const span = near ? 5000 : 2 * Tick.MAX
    const a = Tick.snap(clamp(tick + Math.round((low - 0.5) * span)), spacing)
    const b = Tick.snap(clamp(tick + Math.round((high - 0.5) * span)), spacing)
    const [tickLower, tickUpper] = ordered(a, b, spacing)
    return {
      spacing,
      tick,
      sqrtRatioX96,
      tickLower,
      tickUpper,
      bounds: { lowerX96: Tick.toSqrtRatio(tickLower), upperX96: Tick.toSqrtRatio(tickUpper) },
    }
  })

/** Amounts of every size up to 2^112, small ones as likely as large ones. */
export const amounts = fc
  .tuple(fc.integer({ min: 1, max: 112 }), fc.bigInt({ min: 0n, max: (1n << 112n) - 1n }))
  .map(([bits, value]) => (value & ((1n << BigInt(bits)) - 1n)) + 1n)

export const liquidities = fc.bigInt({ min: 1n, max: (1n << 100n) - 1n })

/** Tolerances from nothing to half, in hundredths of a basis point. */
export const slippages = fc.oneof(fc.constantFrom(0, 500, 5_000, 25_000), fc.integer({ min: 0, max: 500_000 }))

export const sqrtRatios = fc.bigInt({ min: SqrtPrice.MIN, max: SqrtPrice.MAX - 1n })

function between(low: bigint, high: bigint, at: number): bigint {
  return low + ((high - low) * BigInt(Math.floor(at * 1e9))) / 1_000_000_000n
}

function clamp(tick: number): number {
  return Math.min(Math.max(tick, Tick.MIN), Tick.MAX)
}

function ordered(a: number, b: number, spacing: number): [number, number] {
  if (a !== b) return a < b ? [a, b] : [b, a]
  return a === Tick.highest(spacing) ? [a - spacing, a] : [a, a + spacing]
}
