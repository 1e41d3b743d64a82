import { describe, expect, test, vi } from 'vitest'
import { watchDatabase } from './watchDatabase.ts'

/** A database whose next looks are answered by hand, with what was told of it. */
function createWatched() {
  const told: string[] = []
  const looks: PromiseWithResolvers<number>[] = []
  const log = { error: (line: string) => told.push(line), info: (line: string) => told.push(line) }
  const ping = () => {
    const look = Promise.withResolvers<number>()
    looks.push(look)
    return look.promise
  }
  const database = { ping, isDiskFull: () => false, log } as unknown as Parameters<typeof watchDatabase>[0]
  return { told, looks, database }
}

describe('the watch of the database', () => {
  test('tells once that it does not answer, when two looks say so, and once that it does again', async () => {
    vi.useFakeTimers()
    const { told, looks, database } = createWatched()
    const watching = watchDatabase(database)
    looks[0]?.resolve(1)
    using watch = await watching
    for (const isWell of [true, false, true, true, false, false, false, true, false, false, true, true]) {
      await vi.advanceTimersByTimeAsync(1_000)
      if (isWell) looks.at(-1)?.resolve(1)
      else looks.at(-1)?.reject(new Error('away'))
      await vi.advanceTimersByTimeAsync(0)
    }
    expect(told).toEqual([expect.stringContaining('does not answer'), 'the database answers again'])
    expect(watch.report().status).toBe('ok')
    vi.useRealTimers()
  })

  test('tells nothing of a look that was under way when it ended', async () => {
    vi.useFakeTimers()
    const { told, looks, database } = createWatched()
    const watching = watchDatabase(database)
    looks[0]?.resolve(1)
    const watch = await watching
    await vi.advanceTimersByTimeAsync(1_000)
    watch[Symbol.dispose]()
    looks.at(-1)?.reject(new Error('the pool is closing'))
    await vi.advanceTimersByTimeAsync(0)
    expect(told).toEqual([])
    vi.useRealTimers()
  })
})
