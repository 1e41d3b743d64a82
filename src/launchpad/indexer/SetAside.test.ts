import { expect, test } from 'vitest'
import type { AsideLaunch } from './SetAside.ts'
import * as SetAside from './SetAside.ts'

const FACTORY = `0x${'f'.repeat(40)}`
const TOKEN = `0x${'1'.repeat(40)}`
const HOUR_MS = 3_600_000

function withOne(position: number): { all: SetAside.SetAside; launch: AsideLaunch } {
  const all = SetAside.create()
  SetAside.add(all, { token: TOKEN, position, reason: 'odd' }, { factory: FACTORY, now: 0 })
  return { all, launch: all.launches.get(TOKEN) as AsideLaunch }
}

test('the time to the next search and alarm doubles from a second to an hour', () => {
  const { launch } = withOne(7)
  const waits: number[] = [launch.checkAt]
  for (let now = launch.checkAt; waits.length < 15; now = launch.checkAt) {
    SetAside.backOff(launch, now)
    waits.push(launch.checkAt - now)
  }
  expect(waits.slice(0, 5)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000])
  expect(waits.slice(-3)).toEqual([HOUR_MS, HOUR_MS, HOUR_MS])
})

test('a rewind before the contradiction gives the launch another chance, a later one does not', () => {
  const { all } = withOne(7)
  SetAside.dropFrom(all, 8)
  expect([all.launches.size, all.pools.size]).toEqual([1, 1])
  SetAside.dropFrom(all, 7)
  expect([all.launches.size, all.pools.size]).toEqual([0, 0])
})
