import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createOwnerQueue } from './createOwnerQueue.ts'

describe('an owner’s queue', () => {
  test('runs the jobs of one owner in order, one at a time, and those of other owners in parallel', async () => {
    const queue = createOwnerQueue()
    const running = new Map<string, number>()
    const done: string[] = []
    let most = 0
    const work = (owner: string, name: string) => async () => {
      const now = (running.get(owner) ?? 0) + 1
      running.set(owner, now)
      most = Math.max(
        most,
        [...running.values()].reduce((sum, count) => sum + count),
      )
      await delay(2)
      expect(running.get(owner)).toBe(1)
      running.set(owner, now - 1)
      done.push(name)
    }
    await Promise.all(
      ['a1', 'a2', 'b1', 'a3', 'b2'].map((name) => queue.run(name.charAt(0), work(name.charAt(0), name))),
    )
    expect(done.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3'])
    expect(done.filter((name) => name.startsWith('b'))).toEqual(['b1', 'b2'])
    expect(most).toBe(2)
  })

  test('continues after a job that failed', async () => {
    const queue = createOwnerQueue()
    const outcomes = await Promise.allSettled([
      queue.run('a', () => Promise.reject(new Error('no'))),
      queue.run('a', async () => 'yes'),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })

  test('refuses a job that waited too long without running it, and continues', async () => {
    const queue = createOwnerQueue(20)
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const first = queue.run('a', () => gate)
    let ran = false
    const second = queue.run('a', async () => {
      ran = true
    })
    await expect(second).rejects.toMatchObject({ code: 'resource_exhausted' })
    open()
    await first
    expect([ran, await queue.run('a', async () => 'next')]).toEqual([false, 'next'])
  })

  describe('with a backlog', () => {
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    async function startsOf(count: number, waitMaxMs?: number): Promise<number[]> {
      const queue = createOwnerQueue(waitMaxMs)
      const origin = performance.now()
      const starts: number[] = []
      const work = async () => {
        starts.push(performance.now() - origin)
        await new Promise((resolve) => setTimeout(resolve, 4))
      }
      const all = Promise.all(Array.from({ length: count }, () => queue.run('a', work)))
      await vi.runAllTimersAsync()
      await all
      return starts
    }

    test('an owner with a backlog pauses after each job for as long as it ran', async () => {
      expect(await startsOf(13)).toEqual([0, 8, 16, 24, 32, 36, 40, 44, 48, 52, 56, 60, 64].map(closeTo))
    })

    test('an owner that has waited half of its limit no longer pauses, and is not refused', async () => {
      expect(await startsOf(20, 112)).toHaveLength(20)
    })
  })
})

function closeTo(ms: number): unknown {
  return expect.closeTo(ms, 0)
}
