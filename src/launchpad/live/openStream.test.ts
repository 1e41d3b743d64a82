import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import type { Change, Feed, Told } from './Feed.ts'
import { openStream } from './openStream.ts'

/** A feed without a past, whose listeners hear what the test says. */
function quietFeed(): Feed & { tell(told: Told): void; listeners: Set<(change: Change) => void> } {
  const listeners = new Set<(change: Change) => void>()
  return {
    listeners,
    tell: (told) => listeners.forEach((listener) => void listener({ told: [told], isQuiet: false })),
    standing: () => undefined,
    isFresh: () => true,
    subscribe(listener) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    readAfter: async () => [],
    oldest: async () => 1,
    refresh: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }
}

function event(seq: number, bytes: number): Told {
  return { seq, kind: 'trade', token: null, body: '{}', frame: Buffer.alloc(bytes, 'x') }
}

test('a stream that ends by itself leaves nothing behind on the signal of its caller', async () => {
  const feed = quietFeed()
  const { signal } = new AbortController()
  const reader = openStream(feed, { signal }).getReader()
  await reader.read()
  for (let seq = 1; seq <= 3; seq++) feed.tell(event(seq, 200_000))
  while (!(await reader.read()).done);
  expect([feed.listeners.size, getEventListeners(signal, 'abort').length]).toEqual([0, 0])
})

test('a caller who is gone before the stream begins gets none', async () => {
  const feed = quietFeed()
  const reader = openStream(feed, { signal: AbortSignal.abort() }).getReader()
  expect((await reader.read()).done).toBe(true)
  expect(feed.listeners.size).toBe(0)
})
