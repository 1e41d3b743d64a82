import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWriter } from './Writer.ts'

let clock = 0
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate'] })
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Advances the clock and runs the timers that are due. */
function pass(ms: number): void {
  clock += ms
  vi.advanceTimersByTime(ms)
}

test('after a long flush the next one waits as long, and includes what is written meanwhile', async () => {
  const writer = createWriter(() => {})
  const chunks = writer.body.getReader()
  const next = async () => Buffer.from((await chunks.read()).value ?? []).toString()
  const write = (text: string) => writer.write(Buffer.from(text))
  write('a')
  vi.runOnlyPendingTimers()
  // Writing to the sockets of all readers takes 20 ms.
  pass(20)
  write('b')
  pass(10)
  write('c')
  pass(10)
  expect([await next(), await next()]).toEqual(['a', 'bc'])
  pass(10)
  write('d')
  vi.runOnlyPendingTimers()
  expect(await next()).toBe('d')
})

test('a reader that takes nothing is ended once its buffer is full, also while flushes wait', () => {
  const closed = vi.fn()
  const writer = createWriter(closed)
  writer.write(Buffer.from('a'))
  vi.runOnlyPendingTimers()
  pass(20)
  for (let written = 0; written < 300; written += 20) writer.write(Buffer.alloc(20 * 1024))
  expect([writer.isOpen(), closed.mock.calls.length]).toEqual([false, 1])
})
