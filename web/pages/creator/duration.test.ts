import { expect, test } from 'vitest'
import { duration } from './duration.ts'

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 m'],
  [3_599, '59 m 59 s'],
  [3_600, '1 h'],
  [3_661, '1 h 1 m'],
  [90_061, '1 d 1 h'],
  [864_000, '10 d'],
])('%i seconds are %s', (seconds, words) => {
  expect(duration(seconds)).toBe(words)
})
