import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import * as Liquidity from '#uniswap/Liquidity.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import * as SqrtPrice from '#uniswap/SqrtPrice.ts'
import { cases } from '../setup/cases.ts'
import { liquidities, pools, slippages } from '../setup/liquidity/arbitraries.ts'
import { bigs, percent, scaled, v3Position, v4Position } from '../setup/liquidity/sdk.ts'

const runs = { numRuns: cases(800) }
vi.setConfig({ testTimeout: 3_600_000 })

// A price between the two ends of the tolerance, 0 the lower and 1000 the upper one.
function moved(sqrtRatioX96: bigint, slippage: bigint, place: number): bigint {
  const factor = 10n ** 10n - slippage + (2n * slippage * BigInt(place)) / 1000n
  const price = SqrtPrice.root((sqrtRatioX96 * sqrtRatioX96 * factor) / 10n ** 10n)
  if (price <= SqrtPrice.MIN) return SqrtPrice.MIN + 1n
  return price >= SqrtPrice.MAX ? SqrtPrice.MAX - 1n : price
}

test('a v3 mint goes through at both ends of the tolerance and where it was built', async () => {
  await fc.assert(
    fc.property(pools, liquidities, slippages, fc.constantFrom(0, 500, 1000), (pool, liquidity, slippage, place) => {
      const desired = Liquidity.amountsUp(pool.sqrtRatioX96, pool.bounds, liquidity)
      const here = Liquidity.mintedByPeriphery(pool.sqrtRatioX96, pool.bounds, desired).liquidity
      const now = Liquidity.amountsUp(pool.sqrtRatioX96, pool.bounds, here)
      const minima = Slippage.v3MintMinima(pool, { desired, now }, scaled(slippage))
      const price = place === 500 ? pool.sqrtRatioX96 : moved(pool.sqrtRatioX96, scaled(slippage), place)
      const made = Liquidity.mintedByPeriphery(price, pool.bounds, desired).liquidity
      const taken = Liquidity.amountsUp(price, pool.bounds, made)
      expect(taken.amount0).toBeGreaterThanOrEqual(minima.amount0)
      expect(taken.amount1).toBeGreaterThanOrEqual(minima.amount1)
    }),
    runs,
  )
})

test('a v4 mint of the liquidity that fits takes no more than its maxima at any tolerated price', async () => {
  const places = fc.integer({ min: 0, max: 1000 })
  await fc.assert(
    fc.property(pools, liquidities, slippages, places, (pool, offered, slippage, place) => {
      const maxima = Liquidity.amountsUp(pool.sqrtRatioX96, pool.bounds, offered)
      const liquidity = Slippage.v4MintLiquidity(pool, maxima, scaled(slippage))
      const taken = Liquidity.amountsUp(moved(pool.sqrtRatioX96, scaled(slippage), place), pool.bounds, liquidity)
      expect(taken.amount0).toBeLessThanOrEqual(maxima.amount0)
      expect(taken.amount1).toBeLessThanOrEqual(maxima.amount1)
    }),
    runs,
  )
})

test('the maxima of a v4 mint', async () => {
  await fc.assert(
    fc.property(pools, liquidities, slippages, (pool, liquidity, slippage) => {
      const oracle = v4Position(pool, liquidity).mintAmountsWithSlippage(percent(slippage))
      expect(Slippage.v4MintMaxima({ ...pool, liquidity }, scaled(slippage))).toEqual(bigs(oracle))
    }),
    runs,
  )
})

test('the minima of a burn', async () => {
  await fc.assert(
    fc.property(pools, liquidities, slippages, (pool, liquidity, slippage) => {
      const ours = Slippage.burnMinima({ ...pool, liquidity }, scaled(slippage))
      expect(ours).toEqual(bigs(v3Position(pool, liquidity).burnAmountsWithSlippage(percent(slippage))))
      expect(ours).toEqual(bigs(v4Position(pool, liquidity).burnAmountsWithSlippage(percent(slippage))))
    }),
    runs,
  )
})

test('the greatest tolerance that passes a test is found to the last digit', async () => {
  const limits = fc.bigInt({ min: 0n, max: 10n ** 10n })
  await fc.assert(
    fc.property(limits, limits, (limit, bound) => {
      const found = Slippage.greatest(limit, (slippage) => slippage <= bound)
      expect(found).toBe(limit < bound ? limit : bound)
    }),
    runs,
  )
})
