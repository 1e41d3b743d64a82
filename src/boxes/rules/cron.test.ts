import { expect, test } from 'vitest'
import { nextTime, parseCron } from './cron.ts'

const next = (text: string, after: string) => nextTime(parseCron(text)!, new Date(after))?.toISOString()

test.each([
  ['*/15 * * * *', '2026-11-17T10:07:30Z', '2026-11-17T10:15:00.000Z'],
  ['0 9 * * 1-5', '2026-11-20T09:00:00Z', '2026-11-23T09:00:00.000Z'],
  ['30 23 31 12 *', '2026-12-31T23:30:00Z', '2027-12-31T23:30:00.000Z'],
  ['0 0 29 2 *', '2026-03-01T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ['0 0 1 * 0', '2026-11-17T00:00:00Z', '2026-11-22T00:00:00.000Z'],
  ['0 0 * * 7', '2026-11-17T00:00:00Z', '2026-11-22T00:00:00.000Z'],
  ['5,35 8-9 * * *', '2026-11-17T08:35:00Z', '2026-11-17T09:05:00.000Z'],
  ['0 0 30 2 *', '2026-01-01T00:00:00Z', undefined],
])('%s after %s is due at %s', (text, after, expected) => {
  expect(next(text, after)).toBe(expected)
})

test.each([
  '',
  '* * * *',
  '60 * * * *',
  '* 24 * * *',
  '0 0 0 * *',
  '5-1 * * * *',
  '*/0 * * * *',
  'a * * * *',
  '* * * * MON',
])('%j is not a schedule', (text) => {
  expect(parseCron(text)).toBeUndefined()
})
