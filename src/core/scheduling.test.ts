import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { every } from './every.ts'
import { sharedRead } from './sharedRead.ts'
import { singleFlight } from './singleFlight.ts'
import { withTimeout } from './withTimeout.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('calls during a run share one more run after it', async () => {
  let runs = 0
  const gate = Promise.withResolvers<void>()
  const flight = singleFlight(async () => {
    runs++
    if (runs === 1) await gate.promise
  })
  const first = flight.run()
  const others = [flight.run(), flight.run(), flight.run()]
  gate.resolve()
  await Promise.all([first, ...others])
  expect(runs).toBe(2)
})

test('a failed run rejects its callers, and the next call runs again', async () => {
  let runs = 0
  const flight = singleFlight(async () => {
    runs++
    if (runs === 1) throw new Error('unreadable')
  })
  await expect(flight.run()).rejects.toThrow('unreadable')
  await flight.run()
  await flight.idle()
  expect(runs).toBe(2)
})

test('work that takes too long rejects with the given error', async () => {
  const late = withTimeout(new Promise(() => {}), 100, () => new Error('too late'))
  const refused = expect(late).rejects.toThrow('too late')
  await vi.advanceTimersByTimeAsync(100)
  await refused
  expect(await withTimeout(Promise.resolve(7), 100, () => new Error('too late'))).toBe(7)
  expect(vi.getTimerCount()).toBe(0)
})

test('a repeated job continues after a failure, and ends when it is disposed', async () => {
  const failures: unknown[] = []
  let runs = 0
  const job = every(
    50,
    () => {
      runs++
      if (runs === 1) throw new Error('first')
      if (runs === 2) return Promise.reject(new Error('second'))
      return undefined
    },
    (error) => failures.push(error),
  )
  await vi.advanceTimersByTimeAsync(150)
  job[Symbol.dispose]()
  await vi.advanceTimersByTimeAsync(150)
  expect(runs).toBe(3)
  expect(failures.map(String)).toEqual(['Error: first', 'Error: second'])
})

test('calls during a read share the next one', async () => {
  let runs = 0
  const read = sharedRead(async () => {
    runs += 1
    return runs
  })
  const first = read()
  const second = [read(), read()]
  expect(await first).toBe(1)
  expect(await Promise.all(second)).toEqual([2, 2])
  expect(await read()).toBe(3)
})

test('a shared read that fails leaves the next one alone', async () => {
  let runs = 0
  const read = sharedRead(async () => {
    runs += 1
    if (runs === 1) throw new Error('unreadable')
    return runs
  })
  const [first, second] = [read(), read()]
  await expect(first).rejects.toThrow('unreadable')
  expect(await second).toBe(2)
})
