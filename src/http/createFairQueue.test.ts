import { describe, expect, test } from 'vitest'
import { createFairQueue } from './createFairQueue.ts'

describe('the fair queue of callers', () => {
  test('one who comes last goes on in the first turn, whatever a crowd of somebody else waits for', async () => {
    const queue = createFairQueue(4)
    const gone: string[] = []
    const wait = (caller: string) => queue.next(caller).then(() => gone.push(caller))
    const crowd = Array.from({ length: 200 }, () => wait('crowd'))
    await wait('another')
    expect(gone.length).toBeLessThanOrEqual(4)
    expect(gone).toContain('another')
    await Promise.all(crowd)
    expect(gone).toHaveLength(201)
  })

  test('a crowd goes on a few at a time, in its order, and the event loop turns in between', async () => {
    const queue = createFairQueue(4)
    const gone: number[] = []
    const crowd = Array.from({ length: 40 }, (_, index) => queue.next('crowd').then(() => gone.push(index)))
    let looked = 0
    const look = () => {
      looked++
      expect(gone.length).toBeLessThanOrEqual(4 * looked)
      if (gone.length < 40) setImmediate(look)
    }
    look()
    await Promise.all(crowd)
    expect(gone).toEqual(Array.from({ length: 40 }, (_, index) => index))
  })

  test('callers go on by turns, also one who comes while others wait', async () => {
    const queue = createFairQueue(1)
    const gone: string[] = []
    const wait = (caller: string) => queue.next(caller).then(() => gone.push(caller))
    await Promise.all(['a', 'a', 'a', 'b', 'b', 'c'].map(wait))
    expect(gone).toEqual(['a', 'b', 'c', 'a', 'b', 'a'])
    await wait('d')
    expect(gone.at(-1)).toBe('d')
  })
})
