import { expect, test } from 'vitest'
import * as Round from './Round.ts'

const now = new Date('2030-01-01T00:00:00Z')
const later = new Date(now.getTime() + 300_000)
const room = { status: 'open', round: 1, round_ends_at: null, max_rounds: 2, turn_seconds: 300 } as const
const posted = (round: number | null, muted = false) => ({ status: 'active', muted, posted_round: round }) as const

test('the first post makes a room active and starts the time of its round', () => {
  expect(Round.begin(room, now)).toMatchObject({ status: 'active', round: 1, round_ends_at: later })
})

test('a room without rounds becomes active and counts none', () => {
  const endless = { ...room, max_rounds: null, round: null }
  expect(Round.begin(endless, now)).toMatchObject({ status: 'active', round: null, round_ends_at: null })
})

test('a round is done once every participant who is not muted has posted', () => {
  const begun = Round.begin(room, now)
  expect(Round.isDone(begun, [posted(1), posted(null)])).toBe(false)
  expect(Round.isDone(begun, [posted(1), posted(null, true)])).toBe(true)
  expect(Round.isDone(begun, [posted(1), { ...posted(null), status: 'left' }])).toBe(true)
  expect(Round.isDone(room, [posted(1)])).toBe(false)
})

test('a round times out when its time is over and not before', () => {
  const begun = Round.begin(room, now)
  expect(Round.isTimedOut(begun, new Date(later.getTime() - 1))).toBe(false)
  expect(Round.isTimedOut(begun, later)).toBe(true)
})

test('after the last round the room is complete', () => {
  const second = Round.end(Round.begin(room, now))
  expect(second).toMatchObject({ status: 'active', round: 2, round_ends_at: null })
  expect(Round.end(Round.begin(second, later))).toMatchObject({ status: 'complete', round: 2, round_ends_at: null })
})
