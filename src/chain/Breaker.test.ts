import { expect, test } from 'vitest'
import * as Breaker from './Breaker.ts'

function failTimes(breaker: Breaker.Breaker, times: number, now: number): void {
  for (let i = 0; i < times; i++) Breaker.fail(breaker, now)
}

test('stays closed through four failures in a row and opens at the fifth', () => {
  const breaker = Breaker.create()
  failTimes(breaker, 4, 0)
  expect(Breaker.state(breaker, 0)).toBe('closed')
  failTimes(breaker, 1, 0)
  expect(Breaker.state(breaker, 0)).toBe('open')
  expect(Breaker.allows(breaker, 999)).toBe(false)
})

test('a success between failures resets the count', () => {
  const breaker = Breaker.create()
  failTimes(breaker, 4, 0)
  Breaker.succeed(breaker)
  failTimes(breaker, 4, 0)
  expect(Breaker.state(breaker, 0)).toBe('closed')
})

test('lets one attempt through after the pause, and closes when it succeeds', () => {
  const breaker = Breaker.create()
  failTimes(breaker, 5, 0)
  expect(Breaker.state(breaker, 1000)).toBe('half-open')
  expect(Breaker.allows(breaker, 1000)).toBe(true)
  Breaker.begin(breaker)
  expect(Breaker.allows(breaker, 1000)).toBe(false)
  Breaker.succeed(breaker)
  expect(Breaker.state(breaker, 1000)).toBe('closed')
})

test('waits twice as long after each trial that fails, up to half a minute', () => {
  const breaker = Breaker.create()
  failTimes(breaker, 5, 0)
  let now = 1000
  for (const pause of [2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    Breaker.begin(breaker)
    Breaker.fail(breaker, now)
    expect(Breaker.allows(breaker, now + pause - 1)).toBe(false)
    now += pause
    expect(Breaker.allows(breaker, now)).toBe(true)
  }
})

test('failures that come in while it is open do not prolong the pause', () => {
  const breaker = Breaker.create()
  failTimes(breaker, 50, 0)
  expect(Breaker.allows(breaker, 1000)).toBe(true)
})
