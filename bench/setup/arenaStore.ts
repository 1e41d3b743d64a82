import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import type { Launches } from '#arena/Context.ts'
import { type Arena, createArena } from '#arena/createArena.ts'
import { migrations } from '#arena/migrations.ts'
import { migrations as auditMigrations } from '#audit/migrations.ts'
import type { Database } from '#database/Database.ts'
import { openCluster } from '#database/embedded/openCluster.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { migrations as keyMigrations } from '#keys/migrations.ts'
import { migrations as launchpadMigrations } from '#launchpad/migrations.ts'
import { createLive } from '#live/createLive.ts'
import { postOf, seedRoom } from '../../test/setup/arena/seedRoom.ts'

export const HOT_ROOM = `room_${'0'.repeat(26)}`
export const log = pino({ level: 'silent' })
export const ALL_MIGRATIONS = [keyMigrations, auditMigrations, migrations, launchpadMigrations]
const IN_FLIGHT = 256
const PEER_CLIENTS = 32
const CONTENT_LENGTH = 300
const ROUND_MS = 2_000

export type BenchStore = AsyncDisposable & { database: Database; databaseUrl: string; arena: Arena }

/** Rooms on a separate, durable server. */
export async function openStore(folder: string, name: string): Promise<BenchStore> {
  await using opened = new AsyncDisposableStack()
  const settings = { max_connections: '100' }
  const cluster = opened.use(await openCluster({ dataDir: join(folder, name), log, settings }))
  const { user, password, host = '' } = cluster.connection
  const databaseUrl = `postgresql://${user}:${password}@${encodeURIComponent(host)}/postgres`
  const database = opened.use(await openDatabase({ databaseUrl, dataDir: '', log, migrations: ALL_MIGRATIONS }))
  await seedRoom(database, HOT_ROOM)
  const arena = opened.use(openArena(database))
  const owned = opened.move()
  return { database, databaseUrl, arena, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

export function openArena(database: Database, launches?: Launches): Arena {
  return createArena({
    database,
    live: createLive({ streamsMax: 100_000 }),
    audit: { append: async () => {}, count: () => {} },
    originOf: (keyId) => keyId,
    prices: undefined,
    launches,
    postsPerMinute: 1_000_000_000,
    now: Date.now,
  })
}

export type Rate = { perSecond: number; p99Ms: number }

/** Posts into one room with enough in flight to fill every transaction. */
export function pressRoom({ arena }: BenchStore): Promise<Rate> {
  return press(IN_FLIGHT, () => {
    const key = randomUUID()
    return arena.post(postOf(HOT_ROOM, key, contentOf(key)))
  })
}

/** Different in every row, because equal values might be sent once. */
function contentOf(key: string): string {
  return key.padEnd(CONTENT_LENGTH, 'x')
}

/** The peer: one row per transaction over the same driver. */
export async function pressRows({ databaseUrl, database }: BenchStore): Promise<Rate> {
  await sql`create table if not exists peer_rows (id int8 generated always as identity primary key, room text not null,
    author text not null, content text not null, client_key text not null unique, at timestamptz not null default now())`.execute(
    database.kysely,
  )
  const pool = new pg.Pool({ connectionString: databaseUrl, max: PEER_CLIENTS }).on('error', () => {})
  // Connected before the clock starts.
  await Promise.all(Array.from({ length: PEER_CLIENTS }, () => pool.query('select pg_sleep(0.1)')))
  const insert = 'insert into peer_rows (room, author, content, client_key) values ($1, $2, $3, $4)'
  const rate = await press(PEER_CLIENTS, () => {
    const key = randomUUID()
    return pool.query(insert, [HOT_ROOM, 'author', contentOf(key), key])
  })
  await pool.end()
  return rate
}

async function press(inFlight: number, work: () => Promise<unknown>): Promise<Rate> {
  const times: number[] = []
  const start = performance.now()
  const worker = async () => {
    while (performance.now() - start < ROUND_MS) {
      const before = performance.now()
      await work()
      times.push(performance.now() - before)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  const seconds = (performance.now() - start) / 1000
  return { perSecond: times.length / seconds, p99Ms: percentile(times, 0.99) }
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** The median of several rounds, by rate. */
export function medianRate(rates: readonly Rate[]): Rate {
  return rates.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(rates.length / 2)] as Rate
}
