import { expect, test } from 'vitest'
import { missedBefore } from './matchLaunches.ts'

test('events that were deleted before they were compared are counted', () => {
  expect(missedBefore([{ seq: 4 }, { seq: 5 }], 3)).toBe(0)
  expect(missedBefore([{ seq: 9 }], 3)).toBe(5)
  expect(missedBefore([], 3)).toBe(0)
})
