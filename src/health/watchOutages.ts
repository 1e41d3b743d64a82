import type { Kysely } from 'kysely'
import { every } from '#core/every.ts'
import * as Outages from './Outages.ts'

type Options = {
  db: Kysely<unknown>
  /** The parts that fail at this moment, some with a reason in parentheses. */
  failing: () => readonly string[]
  sampleMs?: number
  writeMs?: number
  /** A shorter failure is not an outage. */
  shortestMs?: number
}

type Failure = { part: string; detail: string | null; startedAt: number; seenAt: number }

const SAMPLE_MS = 1_000
const WRITE_MS = 5_000
const SHORTEST_MS = 3_000
const PRUNE_MS = 3_600_000
/** Failures that wait for a database that is away. */
const PENDING_MAX = 100

/** Records which parts failed when; while the database is away, the records wait in memory. */
export function watchOutages(options: Options): Disposable {
  const { db, failing, sampleMs = SAMPLE_MS, writeMs = WRITE_MS, shortestMs = SHORTEST_MS } = options
  const open = new Map<string, Failure>()
  const pending: Failure[] = []
  const isOutage = ({ startedAt, seenAt }: Failure) => seenAt - startedAt >= shortestMs
  const sample = () => {
    const now = performance.now()
    const found = new Map(failing().map((text) => [partOf(text), detailOf(text)]))
    for (const [part, detail] of found) {
      const known = open.get(part)
      open.set(part, { part, detail, startedAt: known?.startedAt ?? now, seenAt: now })
    }
    for (const [part, failure] of open) {
      if (found.has(part)) continue
      open.delete(part)
      if (isOutage(failure)) pending.push(failure)
    }
    pending.splice(0, pending.length - PENDING_MAX)
  }
  let isFirst = true
  const write = async () => {
    const unseenMs = await Outages.markSeen(db)
    if (isFirst && unseenMs !== undefined && unseenMs > Outages.JOINED_MS)
      await Outages.record(db, { part: 'service', detail: 'not running', startedMsAgo: unseenMs, seenMsAgo: 0 })
    isFirst = false
    for (const failure of [...open.values()].filter(isOutage)) await Outages.record(db, toOutage(failure))
    for (let [failure] = pending; failure; [failure] = pending) {
      await Outages.record(db, toOutage(failure))
      pending.shift()
    }
  }
  const timers = new DisposableStack()
  timers.use(every(sampleMs, sample))
  timers.use(every(writeMs, write))
  timers.use(every(PRUNE_MS, () => Outages.forgetOld(db)))
  return timers
}

function toOutage({ part, detail, startedAt, seenAt }: Failure): Outages.Outage {
  const now = performance.now()
  return { part, detail, startedMsAgo: now - startedAt, seenMsAgo: now - seenAt }
}

function partOf(text: string): string {
  return text.replace(/ \(.*$/, '')
}

function detailOf(text: string): string | null {
  return /\((.*)\)$/.exec(text)?.[1] ?? null
}
