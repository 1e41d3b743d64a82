import { type Kysely, sql } from 'kysely'
import type { Database } from '#database/Database.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import type { EventKind } from '#launchpad/wire/schemas.ts'
import { createPoll } from '#live/createPoll.ts'
import { type NumberedEvent, numberedEvent } from '#live/numbered.ts'
import * as IndexStatus from './IndexStatus.ts'

export type LaunchEvent = NumberedEvent & { kind: EventKind; token: string | null }

export type Change = {
  events: readonly LaunchEvent[]
  /** More changed than the events report, so that caches must be dropped. */
  isQuiet: boolean
}

/** The commits of the indexer, on any replica, as this process sees them. */
export type Feed = AsyncDisposable & {
  /** The state of the index at the last read. */
  status(): IndexStatus.IndexStatus | undefined
  /** Whether the feed is recent enough to have noticed any commit. */
  isFresh(): boolean
  subscribe(listener: (change: Change) => void): Disposable
  /** Events after `seq`, oldest first. With `token`: those of the token and those of all tokens. */
  readAfter(seq: number, options: { token?: string | undefined; limit: number }): Promise<LaunchEvent[]>
  /** The number of the oldest event that is still kept. */
  oldest(): Promise<number>
  refresh(): Promise<void>
}

export const CHANNEL = 'launchpad'
const POLL_MS = 500
const FRESH_MS = 3 * POLL_MS
const READ_MAX = 2_000

type Outbox = Tables['launch_outbox']

export function createFeed(database: Database): Feed {
  const db = database.tables<Tables>()
  const listeners = new Set<(change: Change) => void>()
  let status: IndexStatus.IndexStatus | undefined
  let readAt = Number.NEGATIVE_INFINITY

  async function read(): Promise<void> {
    const start = performance.now()
    const next = await IndexStatus.read(db)
    const events =
      status && next && next.lastSeq > status.lastSeq ? await readBetween(db, status.lastSeq, next.lastSeq) : []
    const change = { events, isQuiet: isQuiet(status, next) }
    const isNew = status?.version !== next?.version || events.length > 0
    status = next
    readAt = start
    if (isNew) for (const listener of listeners) listener(change)
  }

  const failed = (err: unknown) => database.log.debug({ err }, 'failed to read launchpad events')
  const poll = createPoll({ everyMs: POLL_MS, listen: (wake) => database.listen(CHANNEL, wake), read, failed })
  poll.refresh().catch(failed)
  return {
    status: () => status,
    isFresh: () => performance.now() - readAt < FRESH_MS,
    subscribe(listener) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    readAfter: (seq, options) => readAfter(db, seq, options),
    async oldest() {
      const row = await db.selectFrom('launch_outbox').select('seq').orderBy('seq').limit(1).executeTakeFirst()
      return row?.seq ?? (status?.lastSeq ?? 0) + 1
    },
    refresh: poll.refresh,
    async [Symbol.asyncDispose]() {
      listeners.clear()
      await poll[Symbol.asyncDispose]()
    },
  }
}

function isQuiet(before: IndexStatus.IndexStatus | undefined, after: IndexStatus.IndexStatus | undefined): boolean {
  if (!before || !after) return true
  return after.quietVersion > before.version || after.version < before.version || after.lastSeq < before.lastSeq
}

async function readBetween(db: Kysely<Tables>, after: number, upTo: number): Promise<LaunchEvent[]> {
  const events: LaunchEvent[] = []
  for (let seq = after; seq < upTo; ) {
    const part = await readAfter(db, seq, { limit: READ_MAX })
    if (part.length === 0) break
    events.push(...part)
    seq = part.at(-1)?.seq ?? upTo
  }
  return events.filter(({ seq }) => seq <= upTo)
}

type Reading = { token?: string | undefined; limit: number }

async function readAfter(db: Kysely<Tables>, seq: number, { token, limit }: Reading): Promise<LaunchEvent[]> {
  if (token === undefined) {
    const rows = await db
      .selectFrom('launch_outbox')
      .selectAll()
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(limit)
      .execute()
    return rows.map(toEvent)
  }
  const { rows } = await sql<Outbox>`
    (select * from launch_outbox where token = ${token} and seq > ${seq} order by seq limit ${limit})
    union all
    (select * from launch_outbox where token is null and seq > ${seq} order by seq limit ${limit})
    order by seq limit ${limit}`.execute(db)
  return rows.map(toEvent)
}

function toEvent({ seq, kind, token, body }: Outbox): LaunchEvent {
  return { ...numberedEvent(seq, kind, body), kind: kind as EventKind, token }
}
