import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as HeadWatch from './HeadWatch.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function setUp() {
  const chain = { hash: '0x1', polls: 0, isDown: false }
  const heads: string[] = []
  const watch = HeadWatch.create({
    now: Date.now,
    intervalMs: 100,
    poll: async () => {
      chain.polls += 1
      if (chain.isDown) throw new Error('down')
      return { number: 1n, timestamp: 1n, hash: chain.hash }
    },
    onHead: ({ hash }) => heads.push(hash),
  })
  return { chain, heads, watch }
}

test('asks nothing before the chain is used', async () => {
  const { chain } = setUp()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(chain.polls).toBe(0)
})

test('polls at the chain’s pace while it is used and stops five seconds after', async () => {
  const { chain, watch } = setUp()
  HeadWatch.use(watch)
  await vi.advanceTimersByTimeAsync(1000)
  expect(chain.polls).toBe(11)
  await vi.advanceTimersByTimeAsync(20_000)
  const rested = chain.polls
  expect(rested).toBeLessThanOrEqual(53)
  expect(HeadWatch.isFresh(watch)).toBe(false)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(chain.polls).toBe(rested)
  HeadWatch.use(watch)
  await vi.advanceTimersByTimeAsync(0)
  expect(HeadWatch.isFresh(watch)).toBe(true)
})

test('reports each new block once, including one that replaces another', async () => {
  const { chain, heads, watch } = setUp()
  HeadWatch.use(watch)
  await vi.advanceTimersByTimeAsync(250)
  chain.hash = '0x1b'
  await vi.advanceTimersByTimeAsync(250)
  expect(heads).toEqual(['0x1', '0x1b'])
})

test('is not fresh while the chain cannot be read, and keeps polling', async () => {
  const { chain, heads, watch } = setUp()
  HeadWatch.use(watch)
  await vi.advanceTimersByTimeAsync(100)
  chain.isDown = true
  await vi.advanceTimersByTimeAsync(400)
  expect(HeadWatch.isFresh(watch)).toBe(false)
  chain.isDown = false
  chain.hash = '0x2'
  await vi.advanceTimersByTimeAsync(100)
  expect(HeadWatch.isFresh(watch)).toBe(true)
  expect(heads).toEqual(['0x1', '0x2'])
})

test('stops when it is stopped', async () => {
  const { chain, watch } = setUp()
  HeadWatch.use(watch)
  await vi.advanceTimersByTimeAsync(100)
  HeadWatch.stop(watch)
  const polls = chain.polls
  HeadWatch.use(watch)
  await vi.advanceTimersByTimeAsync(1000)
  expect(chain.polls).toBe(polls)
})

test('does not poll while blocks are handed in', async () => {
  const { chain, heads, watch } = setUp()
  for (let block = 0; block < 20; block++) {
    HeadWatch.observe(watch, { number: BigInt(block), timestamp: 1n, hash: `0x${block}` })
    HeadWatch.use(watch)
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(chain.polls).toBe(0)
  expect(heads).toHaveLength(20)
})
