import { expect, test } from 'vitest'
import * as RangeSize from './RangeSize.ts'

test('grows over empty stretches and shrinks where there is much', () => {
  const rangeSize = RangeSize.create()
  for (let i = 0; i < 30; i++) RangeSize.adapt(rangeSize, 0)
  expect(rangeSize.size).toBe(100_000)
  RangeSize.adapt(rangeSize, 80_000)
  expect(rangeSize.size).toBe(25_000)
  RangeSize.adapt(rangeSize, 15_000)
  expect(rangeSize.size).toBe(25_000)
})

test('halves down to a single block, and then says so', () => {
  const rangeSize = { size: 5 }
  expect([RangeSize.halve(rangeSize), rangeSize.size]).toEqual([true, 2])
  expect([RangeSize.halve(rangeSize), rangeSize.size]).toEqual([true, 1])
  expect(RangeSize.halve(rangeSize)).toBe(false)
})
