import { expect, test } from 'vitest'
import { endOf, intervalFor, pathOf } from './holderLines.ts'

test('a young token is drawn by the minute, an old one by the day', () => {
  const createdAtTimestamp = '2026-11-01T00:00:00.000Z'
  const drawn = (lastTradeAt: string | null) => intervalFor({ createdAtTimestamp, lastTradeAt })
  expect(drawn(null)).toBe('1m')
  expect(drawn('2026-11-01T05:00:00.000Z')).toBe('1m')
  expect(drawn('2026-11-01T05:00:01.000Z')).toBe('1h')
  expect(drawn('2026-11-13T00:00:01.000Z')).toBe('1d')
})

test('a value holds until the next point', () => {
  const points = [
    { at: 60, value: 1 },
    { at: 120, value: 2 },
    { at: 180, value: 0 },
  ]
  expect(pathOf(points, { width: 100, height: 48 })).toBe('M0.0 24.0H50.0V4.0H100.0V44.0')
  expect(pathOf([{ at: 5, value: 0 }], { width: 100, height: 48 })).toBe('M0.0 44.0')
})

test('the figures of a point are those at the end of its interval', () => {
  expect(endOf('1970-01-01T01:00:00.000Z', '1m')).toBe(3660)
  expect(endOf('1970-01-01T01:00:00.000Z', '1h')).toBe(7200)
})
