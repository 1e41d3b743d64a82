import { expect, test } from 'vitest'
import { awaited } from './signalTime.ts'

const postedAt = '2026-11-19T12:00:00.000Z'
const signal = { postedAt, horizonSeconds: 1_800, dueAt: '2026-11-19T12:37:30.000Z' }

test.each([
  [0, 'ends in 30 min'],
  [1_790, 'ends in 10 s'],
  [1_800, 'ended, result in 8 min'],
  [2_250, 'being scored'],
])('%i s after it was posted, a signal of 30 min is labelled %j', (seconds, words) => {
  expect(awaited(signal, Date.parse(postedAt) + seconds * 1_000)).toBe(words)
})
