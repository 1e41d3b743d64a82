import { expect, test } from 'vitest'
import { watchClock } from './watchClock.ts'

/** A database whose clock differs by what the test sets, and its log lines. */
function createDatabase() {
  const logged: string[] = []
  const state = { differenceMs: 0, reads: 0 }
  const log = { error: (_: object, line: string) => logged.push(line), info: (line: string) => logged.push(line) }
  const readClock = async () => {
    state.reads++
    return Date.now() + state.differenceMs
  }
  return { logged, state, database: { readClock, log } as never }
}

test('a clock that differs by more than 5 s is reported, refused for signing, and logged once', async () => {
  const { logged, state, database } = createDatabase()
  using watch = await watchClock({ database, everyMs: 2 })
  const nextReads = async () => {
    const before = state.reads
    await expect.poll(() => state.reads).toBeGreaterThan(before + 2)
  }
  expect(watch.problem()).toBeUndefined()
  watch.requireAccurate()
  state.differenceMs = 300_000
  await nextReads()
  expect(watch.problem()).toBe('300 s behind the database')
  expect(() => watch.requireAccurate()).toThrow('The clock of this replica is 300 s behind the database.')
  state.differenceMs = -60_000
  await nextReads()
  expect(watch.problem()).toBe('60 s ahead of the database')
  state.differenceMs = 0
  await nextReads()
  watch.requireAccurate()
  expect(logged).toEqual([expect.stringContaining('clock differs'), 'clock agrees with the database again'])
})

test('a database that does not answer says nothing about the clock', async () => {
  const readClock = () => Promise.reject(new Error('away'))
  using watch = await watchClock({ database: { readClock, log: {} } as never })
  expect(watch.problem()).toBeUndefined()
})
