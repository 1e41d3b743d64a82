import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import * as Liquidity from '#uniswap/Liquidity.ts'
import * as PriceEnds from '#uniswap/PriceEnds.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import * as SqrtPrice from '#uniswap/SqrtPrice.ts'
import { cases } from '../setup/cases.ts'
import { pools, slippages } from '../setup/liquidity/arbitraries.ts'
import { scaled } from '../setup/liquidity/sdk.ts'

const runs = { numRuns: cases(2000) }
vi.setConfig({ testTimeout: 3_600_000 })

// Few units and many: where an amount is a handful of units, a price may move far before it changes.
const liquidities = fc.integer({ min: 0, max: 100 }).chain((bits) => fc.bigInt({ min: 1n, max: 1n << BigInt(bits) }))
// How far beyond an end, in thousandths of what lies beyond it; 0 is the very next price.
const beyond = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1000 }))

/** The price moved by a tolerance, as far as prices go. */
function movedBy(sqrtRatioX96: bigint, slippage: bigint): bigint {
  const price = SqrtPrice.root((sqrtRatioX96 * sqrtRatioX96 * (10n ** 10n + slippage)) / 10n ** 10n)
  if (price <= SqrtPrice.MIN) return SqrtPrice.MIN + 1n
  return price >= SqrtPrice.MAX ? SqrtPrice.MAX - 1n : price
}

/** A price below the lowest, where there are any. */
function below(lowest: bigint | undefined, part: number): bigint[] {
  if (lowest === undefined || lowest <= SqrtPrice.MIN) return []
  return [lowest - 1n - ((lowest - 1n - SqrtPrice.MIN) * BigInt(part)) / 1000n]
}

/** A price above the highest, where there are any. */
function above(highest: bigint | undefined, part: number): bigint[] {
  if (highest === undefined || highest >= SqrtPrice.MAX - 1n) return []
  return [highest + 1n + ((SqrtPrice.MAX - 2n - highest) * BigInt(part)) / 1000n]
}

test('a v4 mint keeps its maxima up to the ends of the price, and at no price beyond', async () => {
  await fc.assert(
    fc.property(pools, liquidities, slippages, beyond, (pool, liquidity, slippage, part) => {
      const mint = { ...pool, liquidity }
      const maxima = Slippage.v4MintMaxima(mint, scaled(slippage))
      const { lowest, highest } = PriceEnds.ofMaxima(mint, maxima)
      const taken = (price: bigint) => Liquidity.amountsUp(price, pool.bounds, liquidity)
      expect(taken(lowest ?? SqrtPrice.MIN).amount0).toBeLessThanOrEqual(maxima.amount0)
      expect(taken(highest ?? SqrtPrice.MAX - 1n).amount1).toBeLessThanOrEqual(maxima.amount1)
      for (const price of below(lowest, part)) expect(taken(price).amount0).toBeGreaterThan(maxima.amount0)
      for (const price of above(highest, part)) expect(taken(price).amount1).toBeGreaterThan(maxima.amount1)
    }),
    runs,
  )
})

test('a burn pays its minima up to the ends of the price, and at no price beyond', async () => {
  await fc.assert(
    fc.property(pools, liquidities, slippages, beyond, (pool, liquidity, slippage, part) => {
      const burn = { ...pool, liquidity }
      const minima = Slippage.burnMinima(burn, scaled(slippage))
      const { lowest, highest } = PriceEnds.ofMinima(burn, minima)
      const paid = (price: bigint) => Liquidity.amountsDown(price, pool.bounds, liquidity)
      expect(paid(lowest ?? SqrtPrice.MIN).amount1).toBeGreaterThanOrEqual(minima.amount1)
      expect(paid(highest ?? SqrtPrice.MAX - 1n).amount0).toBeGreaterThanOrEqual(minima.amount0)
      for (const price of below(lowest, part)) expect(paid(price).amount1).toBeLessThan(minima.amount1)
      for (const price of above(highest, part)) expect(paid(price).amount0).toBeLessThan(minima.amount0)
    }),
    runs,
  )
})

test('a v3 mint takes its minima at no price beyond the ends, and at every tolerated one between them', async () => {
  await fc.assert(
    fc.property(pools, liquidities, slippages, beyond, (pool, offered, slippage, part) => {
      const { bounds, sqrtRatioX96 } = pool
      const desired = Liquidity.amountsUp(sqrtRatioX96, bounds, offered)
      const liquidity = Liquidity.mintedByPeriphery(sqrtRatioX96, bounds, desired).liquidity
      fc.pre(liquidity > 0n)
      const now = Liquidity.amountsUp(sqrtRatioX96, bounds, liquidity)
      const minima = Slippage.v3MintMinima(pool, { desired, now }, scaled(slippage))
      const { lowest, highest } = PriceEnds.ofDesired(bounds, desired, minima)
      expect(lowest ?? 0n).toBeLessThanOrEqual(movedBy(sqrtRatioX96, -scaled(slippage)))
      expect(highest ?? SqrtPrice.MAX).toBeGreaterThanOrEqual(movedBy(sqrtRatioX96, scaled(slippage)))
      for (const price of [...below(lowest, part), ...above(highest, part)]) {
        const made = Liquidity.mintedByPeriphery(price, bounds, desired).liquidity
        const taken = Liquidity.amountsUp(price, bounds, made)
        const isTaken = made > 0n && taken.amount0 >= minima.amount0 && taken.amount1 >= minima.amount1
        expect(isTaken).toBe(false)
      }
    }),
    runs,
  )
})
