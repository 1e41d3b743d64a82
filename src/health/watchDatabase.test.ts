import { describe, expect, test, vi } from 'vitest'
import { watchDatabase } from './watchDatabase.ts'

/** A database whose pings are answered by the test, and its log lines. */
function createDatabase() {
  const logged: string[] = []
  const pings: PromiseWithResolvers<number>[] = []
  const log = { error: (line: string) => logged.push(line), info: (line: string) => logged.push(line) }
  const ping = () => {
    const next = Promise.withResolvers<number>()
    pings.push(next)
    return next.promise
  }
  const database = { ping, isDiskFull: () => false, log } as unknown as Parameters<typeof watchDatabase>[0]
  return { logged, pings, database }
}

describe('the watch of the database', () => {
  test('logs an outage once, after two failed pings, and the recovery once', async () => {
    vi.useFakeTimers()
    const { logged, pings, database } = createDatabase()
    const watching = watchDatabase(database)
    pings[0]?.resolve(1)
    using watch = await watching
    for (const succeeds of [true, false, true, true, false, false, false, true, false, false, true, true]) {
      await vi.advanceTimersByTimeAsync(1_000)
      if (succeeds) pings.at(-1)?.resolve(1)
      else pings.at(-1)?.reject(new Error('away'))
      await vi.advanceTimersByTimeAsync(0)
    }
    expect(logged).toEqual([expect.stringContaining('database unavailable'), 'database recovered'])
    expect(watch.report().status).toBe('ok')
    vi.useRealTimers()
  })

  test('logs nothing about a ping that was in flight when it was disposed', async () => {
    vi.useFakeTimers()
    const { logged, pings, database } = createDatabase()
    const watching = watchDatabase(database)
    pings[0]?.resolve(1)
    const watch = await watching
    await vi.advanceTimersByTimeAsync(1_000)
    watch[Symbol.dispose]()
    pings.at(-1)?.reject(new Error('the pool is closing'))
    await vi.advanceTimersByTimeAsync(0)
    expect(logged).toEqual([])
    vi.useRealTimers()
  })
})
