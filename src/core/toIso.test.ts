import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toIso } from './toIso.ts'

test('writes every date as toISOString does', () => {
  const dates = fc.oneof(
    fc.date({ noInvalidDate: true }),
    fc.date({ noInvalidDate: true, min: new Date('1969-12-30'), max: new Date('1970-01-03') }),
  )
  fc.assert(fc.property(dates, (date) => toIso(date) === date.toISOString()))
})

test('refuses a date that is not one', () => {
  expect(() => toIso(new Date(Number.NaN))).toThrow(RangeError)
})
