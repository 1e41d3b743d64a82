import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Liquidity from './Liquidity.ts'
import { ratioRange } from './ratioRange.ts'
import * as Tick from './Tick.ts'

const LIQUIDITY = 10n ** 24n
const ranges = fc.record({
  tick: fc.integer({ min: -200_000, max: 200_000 }),
  below: fc.integer({ min: 10, max: 60_000 }),
  above: fc.integer({ min: 10, max: 60_000 }),
})

test.each(['tickLower', 'tickUpper'] as const)('the other tick of a range is found from its %s', (known) => {
  fc.assert(
    fc.property(ranges, ({ tick, below, above }) => {
      const range = { tickLower: tick - below, tickUpper: tick + above }
      const price = Tick.toSqrtRatio(tick)
      const amounts = Liquidity.amountsDown(price, Liquidity.boundsOf(range), LIQUIDITY)
      const oneTick = known === 'tickLower' ? { tickLower: range.tickLower } : { tickUpper: range.tickUpper }
      const found = ratioRange(price, amounts, oneTick)
      expect(Math.abs((found?.tickLower ?? Number.NaN) - range.tickLower)).toBeLessThanOrEqual(1)
      expect(Math.abs((found?.tickUpper ?? Number.NaN) - range.tickUpper)).toBeLessThanOrEqual(1)
    }),
    { numRuns: 300, seed: 5 },
  )
})

test('no range is found with one token alone, with a tick on the wrong side, or where no tick is far enough', () => {
  const price = Tick.toSqrtRatio(0)
  const both = { amount0: 10n ** 18n, amount1: 10n ** 18n }
  expect(ratioRange(price, { ...both, amount1: 0n }, { tickLower: -100 })).toBeUndefined()
  expect(ratioRange(price, both, { tickLower: 0 })).toBeUndefined()
  expect(ratioRange(price, both, { tickUpper: -10 })).toBeUndefined()
  expect(ratioRange(price, { ...both, amount0: 10n ** 20n }, { tickLower: -60_000 })).toBeUndefined()
  expect(ratioRange(price, { ...both, amount1: 10n ** 20n }, { tickUpper: 60_000 })).toBeUndefined()
})
