import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { limitRate } from './limitRate.ts'

let clock: number
let delays: number[]
beforeEach(() => {
  clock = 0
  delays = []
})

/** Time passes only by waiting. */
const TIME = {
  now: () => clock,
  async wait(ms: number) {
    delays.push(ms)
    clock += ms
  },
}

async function* chunks(...sizes: number[]): AsyncGenerator<Uint8Array> {
  for (const size of sizes) {
    await nextTurn()
    yield new Uint8Array(size)
  }
}

const RATE = { burstBytes: 100, bytesPerSecond: 10 }

test('passes a burst at once, and the rest at the rate', async () => {
  const sizes = [40, 60, 20, 30]
  const passed = await Array.fromAsync(limitRate(chunks(...sizes), RATE, TIME))
  expect(passed.map(({ length }) => length)).toEqual(sizes)
  expect(delays).toEqual([2_000, 3_000])
})

test('an agent that was quiet for a while has its burst again, and no more', async () => {
  const limited = limitRate(chunks(100, 100, 5), RATE, TIME)
  await limited.next()
  clock += 60_000
  await limited.next()
  await limited.next()
  expect(delays).toEqual([])
  await limited.next()
  expect(delays).toEqual([500])
})
