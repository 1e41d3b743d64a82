import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import * as Liquidity from '#liquidity/math/Liquidity.ts'
import * as Slippage from '#liquidity/math/Slippage.ts'
import { cases } from './setup/cases.ts'
import { liquidities, pools, slippages } from './setup/lp/arbitraries.ts'
import { bigs, percent, scaled, v3Position, v4Position } from './setup/lp/sdk.ts'

const runs = { numRuns: cases(2000) }
vi.setConfig({ testTimeout: 3_600_000 })

test('what a v3 mint must at least take', async () => {
  await fc.assert(
    fc.property(pools, liquidities, slippages, (pool, liquidity, slippage) => {
      const oracle = v3Position(pool, liquidity)
      const desired = Liquidity.amountsUp(pool.sqrtRatioX96, pool.bounds, liquidity)
      const created = Liquidity.forAmountsPeriphery(pool.sqrtRatioX96, pool.bounds, desired)
      expect(Slippage.v3MintMinima({ ...pool, liquidity: created }, scaled(slippage))).toEqual(
        bigs(oracle.mintAmountsWithSlippage(percent(slippage))),
      )
    }),
    runs,
  )
})

test('what a v4 mint may at most take', async () => {
  await fc.assert(
    fc.property(pools, liquidities, slippages, (pool, liquidity, slippage) => {
      const oracle = v4Position(pool, liquidity).mintAmountsWithSlippage(percent(slippage))
      expect(Slippage.v4MintMaxima({ ...pool, liquidity }, scaled(slippage))).toEqual(bigs(oracle))
    }),
    runs,
  )
})

test('what a burn must at least pay', async () => {
  await fc.assert(
    fc.property(pools, liquidities, slippages, (pool, liquidity, slippage) => {
      const ours = Slippage.burnMinima({ ...pool, liquidity }, scaled(slippage))
      expect(ours).toEqual(bigs(v3Position(pool, liquidity).burnAmountsWithSlippage(percent(slippage))))
      expect(ours).toEqual(bigs(v4Position(pool, liquidity).burnAmountsWithSlippage(percent(slippage))))
    }),
    runs,
  )
})

test('the tolerance that fits a budget is the greatest one that does', async () => {
  await fc.assert(
    fc.property(pools, liquidities, fc.integer({ min: 0, max: 1000 }), (pool, liquidity, share) => {
      const mint = { ...pool, liquidity }
      const limit = Slippage.fromPercent(0.05)
      const least = Slippage.v4MintMaxima(mint, 0n).amount0
      const most = Slippage.v4MintMaxima(mint, limit).amount0
      const budget = least + ((most - least) * BigInt(share)) / 1000n
      const chosen = Slippage.fitting(mint, budget, limit)
      expect(chosen).toBeDefined()
      expect(Slippage.v4MintMaxima(mint, chosen ?? 0n).amount0).toBeLessThanOrEqual(budget)
      if (chosen !== limit) expect(Slippage.v4MintMaxima(mint, (chosen ?? 0n) + 1n).amount0).toBeGreaterThan(budget)
      if (least > 0n) expect(Slippage.fitting(mint, least - 1n, limit)).toBeUndefined()
    }),
    runs,
  )
})
