import { Position, SqrtPriceMath } from '@uniswap/v3-sdk'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import * as Liquidity from '#uniswap/Liquidity.ts'
import { cases } from '../setup/cases.ts'
import { amounts, liquidities, pools, sqrtRatios } from '../setup/liquidity/arbitraries.ts'
import { big, bigs, jsbi, v3Position } from '../setup/liquidity/sdk.ts'

const runs = { numRuns: cases(2000) }
const SDK_MAX = 2n ** 192n
vi.setConfig({ testTimeout: 3_600_000 })

test('amounts of a liquidity, rounded up to mint and down to burn', async () => {
  await fc.assert(
    fc.property(pools, liquidities, (pool, liquidity) => {
      const oracle = v3Position(pool, liquidity)
      expect(Liquidity.amountsUp(pool.sqrtRatioX96, pool.bounds, liquidity)).toEqual(bigs(oracle.mintAmounts))
      expect(Liquidity.amountsDown(pool.sqrtRatioX96, pool.bounds, liquidity)).toEqual({
        amount0: big(oracle.amount0.quotient),
        amount1: big(oracle.amount1.quotient),
      })
    }),
    runs,
  )
})

test('amounts between any two prices', async () => {
  await fc.assert(
    fc.property(sqrtRatios, sqrtRatios, liquidities, (a, b, liquidity) => {
      fc.pre(a !== b)
      const [x, y, l] = [jsbi(a), jsbi(b), jsbi(liquidity)]
      const bounds = a < b ? { lowerX96: a, upperX96: b } : { lowerX96: b, upperX96: a }
      expect(Liquidity.amount0Up(bounds.lowerX96, bounds, liquidity)).toBe(
        big(SqrtPriceMath.getAmount0Delta(x, y, l, true)),
      )
      expect(Liquidity.amount1Down(bounds.upperX96, bounds, liquidity)).toBe(
        big(SqrtPriceMath.getAmount1Delta(x, y, l, false)),
      )
    }),
    runs,
  )
})

test('the liquidity of two amounts, exact and as truncated by the periphery', async () => {
  await fc.assert(
    fc.property(pools, amounts, amounts, (pool, amount0, amount1) => {
      const { pool: sdkPool } = v3Position(pool, 1n)
      const { tickLower, tickUpper } = pool
      const offer = { amount0: amount0.toString(), amount1: amount1.toString() }
      const oracle = (useFullPrecision: boolean) =>
        big(Position.fromAmounts({ pool: sdkPool, tickLower, tickUpper, ...offer, useFullPrecision }).liquidity)
      expect(Liquidity.forAmounts(pool.sqrtRatioX96, pool.bounds, { amount0, amount1 })).toBe(oracle(true))
      expect(Liquidity.mintedByPeriphery(pool.sqrtRatioX96, pool.bounds, { amount0, amount1 }).liquidity).toBe(
        oracle(false),
      )
    }),
    runs,
  )
})

test('the liquidity of one amount; for the unused side of a range it is 0, unlike in the SDK', async () => {
  await fc.assert(
    fc.property(pools, amounts, (pool, amount) => {
      const { pool: sdkPool } = v3Position(pool, 1n)
      const { tickLower, tickUpper, sqrtRatioX96, bounds } = pool
      const from0 = Position.fromAmount0({
        pool: sdkPool,
        tickLower,
        tickUpper,
        amount0: amount.toString(),
        useFullPrecision: true,
      })
      const from1 = Position.fromAmount1({ pool: sdkPool, tickLower, tickUpper, amount1: amount.toString() })
      const has0 = sqrtRatioX96 < bounds.upperX96
      const has1 = sqrtRatioX96 > bounds.lowerX96
      const of0 = Liquidity.forAmount0(sqrtRatioX96, bounds, amount)
      const of1 = Liquidity.forAmount1(sqrtRatioX96, bounds, amount)
      // The SDK offers 2^256 − 1 of the other token, which is less than enough beyond this liquidity.
      fc.pre(of0 < SDK_MAX && of1 < SDK_MAX)
      expect(of0).toBe(has0 ? big(from0.liquidity) : 0n)
      expect(of1).toBe(has1 ? big(from1.liquidity) : 0n)
    }),
    runs,
  )
})

test('minting the liquidity of one amount never takes more than that amount', async () => {
  await fc.assert(
    fc.property(pools, amounts, ({ sqrtRatioX96, bounds }, amount) => {
      const of0 = Liquidity.forAmount0(sqrtRatioX96, bounds, amount)
      const of1 = Liquidity.forAmount1(sqrtRatioX96, bounds, amount)
      expect(Liquidity.amountsUp(sqrtRatioX96, bounds, of0).amount0).toBeLessThanOrEqual(amount)
      expect(Liquidity.amountsUp(sqrtRatioX96, bounds, of1).amount1).toBeLessThanOrEqual(amount)
    }),
    runs,
  )
})
