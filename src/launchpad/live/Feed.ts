import { type Kysely, sql } from 'kysely'
import type { Database } from '#database/Database.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import type { EventKind } from '#launchpad/wire/schemas.ts'
import * as IndexStatus from './IndexStatus.ts'

/** One numbered event, framed for the wire once for all who listen. */
export type Told = { seq: number; kind: EventKind; token: string | null; body: string; frame: Buffer }

export type Change = {
  told: readonly Told[]
  /** More changed than was told: whatever is kept must go. */
  isQuiet: boolean
}

/** What the indexer commits, wherever it runs, as this process sees it. */
export type Feed = AsyncDisposable & {
  /** Where the tables stand, as of the last look. */
  status(): IndexStatus.IndexStatus | undefined
  /** Whether a commit would have been noticed by now. */
  isFresh(): boolean
  /** Hears of every change from now on. */
  subscribe(listener: (change: Change) => void): Disposable
  /** Events after `seq`, oldest first: those of one token and those for all, or all there are. */
  readAfter(seq: number, options: { token?: string | undefined; limit: number }): Promise<Told[]>
  /** The number of the oldest event that is still kept. */
  oldest(): Promise<number>
  /** Looks now. */
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
  let lookedAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined
  let isWanted = false

  async function look(): Promise<void> {
    const start = performance.now()
    const next = await IndexStatus.read(db)
    const told =
      status && next && next.lastSeq > status.lastSeq ? await readBetween(db, status.lastSeq, next.lastSeq) : []
    const change = { told, isQuiet: isQuiet(status, next) }
    const isNew = status?.version !== next?.version || told.length > 0
    status = next
    lookedAt = start
    if (isNew) for (const listener of listeners) listener(change)
  }

  /** A wish that comes while a look is under way is met by one more look after it. */
  function refresh(): Promise<void> {
    isWanted = true
    running ??= (async () => {
      while (isWanted) {
        isWanted = false
        await look()
      }
    })().finally(() => {
      running = undefined
    })
    return running
  }

  const quietly = () =>
    void refresh().catch((error) => database.log.debug({ err: error }, 'the feed could not be read'))
  const timer = setInterval(quietly, POLL_MS)
  const wake = database.listen(CHANNEL, quietly)
  quietly()
  return {
    status: () => status,
    isFresh: () => performance.now() - lookedAt < FRESH_MS,
    subscribe(listener) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    readAfter: (seq, options) => readAfter(db, seq, options),
    async oldest() {
      const row = await db.selectFrom('launch_outbox').select('seq').orderBy('seq').limit(1).executeTakeFirst()
      return row?.seq ?? (status?.lastSeq ?? 0) + 1
    },
    refresh,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      wake[Symbol.dispose]()
      listeners.clear()
      await running?.catch(() => {})
    },
  }
}

function isQuiet(before: IndexStatus.IndexStatus | undefined, after: IndexStatus.IndexStatus | undefined): boolean {
  if (!before || !after) return true
  return after.quietVersion > before.version || after.version < before.version || after.lastSeq < before.lastSeq
}

async function readBetween(db: Kysely<Tables>, after: number, upTo: number): Promise<Told[]> {
  const told: Told[] = []
  for (let seq = after; seq < upTo; ) {
    const part = await readAfter(db, seq, { limit: READ_MAX })
    if (part.length === 0) break
    told.push(...part)
    seq = part.at(-1)?.seq ?? upTo
  }
  return told.filter(({ seq }) => seq <= upTo)
}

type Reading = { token?: string | undefined; limit: number }

async function readAfter(db: Kysely<Tables>, seq: number, { token, limit }: Reading): Promise<Told[]> {
  if (token === undefined) {
    const rows = await db
      .selectFrom('launch_outbox')
      .selectAll()
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(limit)
      .execute()
    return rows.map(toTold)
  }
  const { rows } = await sql<Outbox>`
    (select * from launch_outbox where token = ${token} and seq > ${seq} order by seq limit ${limit})
    union all
    (select * from launch_outbox where token is null and seq > ${seq} order by seq limit ${limit})
    order by seq limit ${limit}`.execute(db)
  return rows.map(toTold)
}

function toTold({ seq, kind, token, body }: Outbox): Told {
  return {
    seq,
    kind: kind as EventKind,
    token,
    body,
    frame: Buffer.from(`id: ${seq}\nevent: ${kind}\ndata: ${body}\n\n`),
  }
}
