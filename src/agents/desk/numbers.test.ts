import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toUnits, units, unitsAtMost } from './numbers.ts'

test('amounts are shown to six decimals, or to seven digits where they are small', () => {
  expect(units('1752204347', 6)).toBe('1,752.204347')
  expect(units(498573934610010534n, 18)).toBe('0.4985739')
  expect(units(1994295738440042136n, 18)).toBe('1.994295')
  expect(units(1n, 18)).toBe('0.000000000000000001')
  expect(units(0n, 18)).toBe('0')
})

test('a maximum is rounded up when digits are cut', () => {
  expect(unitsAtMost(500249999999998081n, 18)).toBe('0.50025')
  expect(unitsAtMost('1757230092', 6)).toBe('1,757.230092')
  expect(unitsAtMost(999999999999999999n, 18)).toBe('1')
  expect(unitsAtMost(0n, 18)).toBe('0')
})

test('a shown amount is never above the real one, and a shown maximum never below it', () => {
  const shown = (text: string, decimals: number) => toUnits(text.replaceAll(',', ''), decimals)
  const any = fc.tuple(fc.bigInt(0n, 10n ** 30n), fc.constantFrom(0, 2, 6, 8, 18))
  fc.assert(
    fc.property(any, ([amount, decimals]) => {
      const [low, high] = [shown(units(amount, decimals), decimals), shown(unitsAtMost(amount, decimals), decimals)]
      return low <= amount && amount <= high && high - low <= 10n ** BigInt(Math.max(0, decimals - 6))
    }),
  )
})
