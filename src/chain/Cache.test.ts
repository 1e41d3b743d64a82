import { describe, expect, test } from 'vitest'
import * as Cache from './Cache.ts'

function setUp() {
  const cache = Cache.create()
  const clock = { time: 0 }
  let loads = 0
  const load = async () => ++loads
  const state = (key = 'key', source = load) =>
    Cache.state(cache, key, { load: source, now: () => clock.time, lifetimeMs: 100 })
  return { cache, clock, state, load }
}

describe('state', () => {
  test('is loaded once while it is young and again when it has grown old', async () => {
    const { state, clock } = setUp()
    expect(await state()).toBe(1)
    clock.time = 99
    expect(await state()).toBe(1)
    clock.time = 100
    expect(await state()).toBe(2)
  })

  test('ages from the moment its load began', async () => {
    const { state, clock } = setUp()
    const slow = state('key', async () => {
      clock.time = 150
      return 7
    })
    expect(await slow).toBe(7)
    expect(await state()).toBe(1)
  })

  test('is shared by all who ask while it loads, however long that takes', async () => {
    const { state, clock } = setUp()
    const gate = Promise.withResolvers<number>()
    const first = state('key', () => gate.promise)
    clock.time = 5000
    const second = state()
    gate.resolve(42)
    expect(await Promise.all([first, second])).toEqual([42, 42])
  })

  test('is read again after a new block, even if its load was in progress', async () => {
    const { cache, state } = setUp()
    const gate = Promise.withResolvers<number>()
    const before = state('key', () => gate.promise)
    Cache.invalidate(cache)
    const after = state()
    gate.resolve(42)
    expect(await Promise.all([before, after])).toEqual([42, 1])
    expect(await state()).toBe(1)
  })

  test('does not keep a failure', async () => {
    const { state } = setUp()
    await expect(state('key', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await state()).toBe(1)
  })

  test('is kept for a bounded number of keys', async () => {
    const { cache, state } = setUp()
    for (let i = 0; i < 10_050; i++) await state(`key ${i}`)
    expect(cache.state.size).toBe(10_000)
  })
})

describe('forever', () => {
  test('is loaded once, also by those who ask at the same time', async () => {
    const { cache, load } = setUp()
    const both = await Promise.all([Cache.forever(cache, 'key', load), Cache.forever(cache, 'key', load)])
    Cache.invalidate(cache)
    expect([...both, await Cache.forever(cache, 'key', load)]).toEqual([1, 1, 1])
  })

  test('does not keep a failure', async () => {
    const { cache, load } = setUp()
    await expect(Cache.forever(cache, 'key', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await Cache.forever(cache, 'key', load)).toBe(1)
  })

  test('forgets what was not used for longest', async () => {
    const { cache } = setUp()
    for (let i = 0; i < 50_000; i++) void Cache.forever(cache, `key ${i}`, async () => i)
    await Cache.forever(cache, 'key 0', async () => -1)
    await Cache.forever(cache, 'new', async () => 1)
    expect(await Cache.forever(cache, 'key 0', async () => -1)).toBe(0)
    expect(await Cache.forever(cache, 'key 1', async () => -1)).toBe(-1)
  })
})
