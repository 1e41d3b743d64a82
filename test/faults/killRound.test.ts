import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Fault } from './faults.ts'
import { runMixedLoad } from './runMixedLoad.ts'

/** The short form of `npm run test:faults`. */
const KILL: Fault = {
  name: 'replica killed',
  injected: 'SIGKILL to one of two replicas',
  // Requests may also time out while other tests use the machine.
  tolerated: { lost: true, refused: 'all' },
  async inject({ cluster }) {
    await delay(2_000)
    await cluster.crash(0)
    await delay(2_000)
  },
}

test('a killed replica loses no acknowledged write, no event of a stream, and leaves no process', async () => {
  const results = await runMixedLoad({
    faults: [KILL],
    replicas: 2,
    hasBoxes: false,
    isWhole: false,
    heapRounds: 0,
    heapRoundMs: 0,
    report: () => {},
  })
  expect(results.flatMap(({ problems = [] }) => problems)).toEqual([])
  expect(results.map(({ row, state }) => [row, state])).toEqual([
    ['replica killed', 'held'],
    ['load', 'held'],
    ['acknowledged writes', 'held'],
    ['streams', 'held'],
    ['processes', 'held'],
  ])
})
