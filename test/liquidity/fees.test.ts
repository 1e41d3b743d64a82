import { PositionLibrary, TickLibrary } from '@uniswap/v3-sdk'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import * as Fees from '#uniswap/Fees.ts'
import { cases } from '../setup/cases.ts'
import { big, jsbi } from '../setup/liquidity/sdk.ts'

const runs = { numRuns: cases(2000) }
vi.setConfig({ testTimeout: 3_600_000 })

// Counters of all sizes: they start anywhere and wrap, so outside may exceed global.
const counter = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })
const growth = fc.record({ growth0: counter, growth1: counter })
const ticks = fc.record({
  current: fc.integer({ min: -300, max: 300 }),
  lower: fc.constant(-100),
  upper: fc.constant(100),
})

const outside = ({ growth0, growth1 }: Fees.Growth) => ({
  feeGrowthOutside0X128: jsbi(growth0),
  feeGrowthOutside1X128: jsbi(growth1),
})

test('growth inside a range equals the SDK, whichever side of it the price is and however the counters wrapped', async () => {
  await fc.assert(
    fc.property(ticks, growth, growth, growth, ({ current, lower, upper }, global, low, high) => {
      const [inside0, inside1] = TickLibrary.getFeeGrowthInside(
        outside(low),
        outside(high),
        lower,
        upper,
        current,
        jsbi(global.growth0),
        jsbi(global.growth1),
      )
      expect(Fees.growthInside({ current, lower, upper }, { global, lower: low, upper: high })).toEqual({
        growth0: big(inside0 ?? ''),
        growth1: big(inside1 ?? ''),
      })
    }),
    runs,
  )
})

test('fees earned equal the SDK', async () => {
  await fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }), growth, (liquidity, { growth0, growth1 }) => {
      const [owed] = PositionLibrary.getTokensOwed(jsbi(growth0), jsbi(0n), jsbi(liquidity), jsbi(growth1), jsbi(0n))
      expect(Fees.earned(liquidity, growth1, growth0)).toBe(big(owed ?? ''))
    }),
    runs,
  )
})
