import { Price as SdkPrice } from '@uniswap/sdk-core'
import { encodeSqrtRatioX96, nearestUsableTick, priceToClosestTick, TickMath, tickToPrice } from '@uniswap/v3-sdk'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import * as Price from '#uniswap/Price.ts'
import * as SqrtPrice from '#uniswap/SqrtPrice.ts'
import * as Tick from '#uniswap/Tick.ts'
import { cases } from '../setup/cases.ts'
import { amounts, pools, sqrtRatios } from '../setup/liquidity/arbitraries.ts'
import { big, jsbi, token0, token1 } from '../setup/liquidity/sdk.ts'

const runs = { numRuns: cases(2000) }
vi.setConfig({ testTimeout: 3_600_000 })

test('the square-root price of a tick', async () => {
  await fc.assert(
    fc.property(fc.integer({ min: Tick.MIN, max: Tick.MAX }), (tick) => {
      expect(Tick.toSqrtRatio(tick)).toBe(big(TickMath.getSqrtRatioAtTick(tick)))
    }),
    runs,
  )
})

test('the tick of a square-root price', async () => {
  const anywhere = fc.oneof(
    sqrtRatios,
    pools.map((pool) => pool.sqrtRatioX96),
  )
  await fc.assert(
    fc.property(anywhere, (sqrtRatioX96) => {
      expect(Tick.fromSqrtRatio(sqrtRatioX96)).toBe(TickMath.getTickAtSqrtRatio(jsbi(sqrtRatioX96)))
    }),
    runs,
  )
})

test('the tick of a decimal price, in either quote, and its nearest usable tick', async () => {
  const decimals = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.integer({ min: 0, max: 36 }))
  await fc.assert(
    fc.property(decimals, fc.boolean(), fc.constantFrom(1, 10, 60, 200), ([digits, places], quote0, spacing) => {
      const price = decimal(digits, places)
      const one = (10n ** BigInt(places)).toString()
      const [base, quote] = quote0 ? [token1, token0] : [token0, token1]
      const oracle = priceToClosestTick(new SdkPrice(base, quote, one, digits.toString()))
      const ours = Price.toTick(price, quote0 ? 'token0' : 'token1')
      expect(ours).toBe(oracle)
      expect(Tick.snap(ours, spacing)).toBe(nearestUsableTick(oracle, spacing) + 0)
    }),
    runs,
  )
})

test('the price string of a tick', async () => {
  await fc.assert(
    fc.property(fc.integer({ min: Tick.MIN, max: Tick.MAX }), fc.boolean(), (tick, quote0) => {
      const [base, quote] = quote0 ? [token1, token0] : [token0, token1]
      const { numerator, denominator } = tickToPrice(base, quote, tick)
      const digits = ((big(numerator) * 10n ** 36n) / big(denominator)).toString().padStart(37, '0')
      expect(Price.fromTick(tick, quote0 ? 'token0' : 'token1')).toBe(`${digits.slice(0, -36)}.${digits.slice(-36)}`)
    }),
    runs,
  )
})

test('the square root of a ratio equals the SDK at every size', async () => {
  await fc.assert(
    fc.property(amounts, amounts, (amount1, amount0) => {
      expect(SqrtPrice.fromRatio(amount1, amount0)).toBe(
        big(encodeSqrtRatioX96(amount1.toString(), amount0.toString())),
      )
    }),
    runs,
  )
})

function decimal(digits: bigint, places: number): string {
  if (places === 0) return digits.toString()
  const text = digits.toString().padStart(places + 1, '0')
  return `${text.slice(0, -places)}.${text.slice(-places)}`
}
