import { poolIdOf } from '#launchpad/contract/poolIdOf.ts'
import * as Event from './chain/Event.ts'

/** Launches whose events contradict each other; the index continues without their events from `position` on. */
export type SetAside = {
  launches: Map<string, AsideLaunch>
  /** Their tokens by pool id. */
  pools: Map<string, string>
}

export type AsideLaunch = {
  token: string
  position: number
  reason: string
  /** When missing logs are searched for again. */
  checkAt: number
  waitMs: number
}

const WAIT_MS = 1_000
const WAIT_MAX_MS = 3_600_000

export function create(): SetAside {
  return { launches: new Map(), pools: new Map() }
}

type Entry = Pick<AsideLaunch, 'token' | 'position' | 'reason'>

export function add(
  { launches, pools }: SetAside,
  entry: Entry,
  { factory, now }: { factory: string; now: number },
): void {
  launches.set(entry.token, { ...entry, checkAt: now + WAIT_MS, waitMs: WAIT_MS })
  pools.set(poolIdOf(entry.token, factory), entry.token)
}

/** A rewind removed the contradiction from the tables, so its events are tried again. */
export function dropFrom({ launches, pools }: SetAside, start: number): void {
  for (const { token, position } of launches.values()) if (position >= start) launches.delete(token)
  for (const [pool, token] of pools) if (!launches.has(token)) pools.delete(pool)
}

/** Doubles the time until the next search, up to an hour. */
export function backOff(launch: AsideLaunch, now: number): void {
  launch.waitMs = Math.min(WAIT_MAX_MS, launch.waitMs * 2)
  launch.checkAt = now + launch.waitMs
}

/** The events that are applied. */
export function kept({ launches, pools }: SetAside, events: readonly Event.Event[]): readonly Event.Event[] {
  if (launches.size === 0) return events
  return events.filter((event) => {
    const token = Event.tokenOf(event, (poolId) => pools.get(poolId))
    const aside = token === undefined ? undefined : launches.get(token)
    return !aside || event.position < aside.position
  })
}
