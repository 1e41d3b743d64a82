import { describe, expect, test } from 'vitest'
import { createFairQueue, type FairQueue } from './createFairQueue.ts'

/** A queue that starts one request per turn, and the callers started so far. */
function createWatched(sliceMs = 0): { gone: string[]; wait(caller: string): Promise<number> } {
  const queue: FairQueue = createFairQueue(sliceMs)
  const gone: string[] = []
  const begun = (caller: string) => new Promise<void>((resolve) => queue.run(() => caller, resolve))
  return { gone, wait: (caller) => begun(caller).then(() => gone.push(caller)) }
}

describe('the fair queue of callers', () => {
  test('the last caller starts among the first, however many requests of another caller wait', async () => {
    const { gone, wait } = createWatched()
    const crowd = Array.from({ length: 200 }, () => wait('crowd'))
    await wait('another')
    expect(gone.length).toBeLessThanOrEqual(4)
    expect(gone).toContain('another')
    await Promise.all(crowd)
    expect(gone).toHaveLength(201)
  })

  test('the requests of one caller start a few at a time and in order, with turns of the event loop in between', async () => {
    const queue = createFairQueue(0)
    const gone: number[] = []
    for (let index = 0; index < 40; index++)
      queue.run(
        () => 'crowd',
        () => gone.push(index),
      )
    expect(gone).toEqual([0])
    let looked = 0
    while (gone.length < 40) {
      await new Promise((resolve) => setImmediate(resolve))
      expect(gone.length).toBeLessThanOrEqual(1 + ++looked)
    }
    expect(gone).toEqual(Array.from({ length: 40 }, (_, index) => index))
  })

  test('callers take turns, also one that arrives while others wait', async () => {
    const { gone, wait } = createWatched()
    await Promise.all(['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(wait))
    expect(gone).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a'])
    await wait('d')
    expect(gone.at(-1)).toBe('d')
  })

  test('while there is time, every request starts at once and no caller is looked up', () => {
    const queue = createFairQueue(60_000)
    const gone: number[] = []
    const unasked = () => expect.unreachable()
    for (let index = 0; index < 100; index++) queue.run(unasked, () => gone.push(index))
    expect(gone).toHaveLength(100)
  })
})
