import { expect, test } from 'vitest'
import * as Range from './Range.ts'

test('grows over empty stretches and shrinks where there is much', () => {
  const range = Range.create()
  for (let i = 0; i < 30; i++) Range.adapt(range, 0)
  expect(range.size).toBe(100_000)
  Range.adapt(range, 80_000)
  expect(range.size).toBe(25_000)
  Range.adapt(range, 15_000)
  expect(range.size).toBe(25_000)
})

test('halves down to a single block, and then says so', () => {
  const range = { size: 5 }
  expect([Range.halve(range), range.size]).toEqual([true, 2])
  expect([Range.halve(range), range.size]).toEqual([true, 1])
  expect(Range.halve(range)).toBe(false)
})
