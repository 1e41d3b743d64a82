import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutToDigits, cutToPlaces, roundToDigits, roundToPlaces } from './digits.ts'

test.each([
  [0.000_001_234_567_8, '0.00000123456', '0.00000123457'],
  [0.1, '0.1', '0.1'],
  [9.999_999_9, '9.99999', '10'],
  [583.692_763, '583.692', '583.693'],
  [100, '100', '100'],
  [1_234_567_890, '1,234,560,000', '1,234,570,000'],
])('%s has the six digits %s when cut, and %s when rounded', (value, cut, rounded) => {
  expect(cutToDigits(value, 6)).toBe(cut)
  expect(roundToDigits(value, 6)).toBe(rounded)
})

test.each([
  [2_051.348_707, '2,051.34', '2,051.35'],
  [0.29, '0.29', '0.29'],
  [1_000, '1,000', '1,000.00'],
  [3.4e29, '340,000,000,000,000,000,000,000,000,000', undefined],
])('%s has the decimals %s when cut, and %s when rounded', (value, cut, rounded) => {
  expect(cutToPlaces(value, 2)).toBe(cut)
  if (rounded !== undefined) expect(roundToPlaces(value, 2)).toBe(rounded)
})

test('a figure without an end says so, and one that is not known too', () => {
  expect([cutToPlaces(Number.POSITIVE_INFINITY, 2), cutToDigits(Number.NaN, 6)]).toEqual(['∞', '–'])
})

test('cut figures are those of Intl', () => {
  const sixDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6, roundingMode: 'trunc' })
  const twoPlaces = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, roundingMode: 'trunc' })
  fc.assert(
    fc.property(fc.double({ min: 1e-15, max: 1e20, noNaN: true }), (value) => {
      expect(cutToDigits(value, 6)).toBe(sixDigits.format(value))
      expect(cutToPlaces(value, 2)).toBe(twoPlaces.format(value))
    }),
  )
})
