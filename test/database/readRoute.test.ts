import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ReadRoute } from '#database/createReadRoute.ts'
import type { Database } from '#database/Database.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { createTestDatabase } from '../setup/database/database.ts'
import { openReplicated, type Replicated, type Server } from '../setup/database/standby.ts'

const log = pino({ level: 'silent' })
const migrations = [
  {
    'test/counters': async (db: Parameters<Parameters<typeof openDatabase>[0]['migrations'][number][string]>[0]) => {
      await sql`create table counters (version int8 not null, other int8 not null)`.execute(db)
      await sql`insert into counters values (0, 0)`.execute(db)
    },
  },
]

let servers: Replicated
let database: Database
let reads: ReadRoute
let known = 0

beforeAll(async () => {
  servers = await openReplicated()
})
afterAll(() => servers?.[Symbol.asyncDispose]())

beforeEach(async () => {
  const { primary, standby } = servers
  database = await openDatabase({ databaseUrl: primary.url, readUrl: standby.url, dataDir: '', log, migrations })
  known = Number((await primary.ask<{ version: string }>('select version from counters'))[0]?.version)
  reads = database.openReads({ select: 'select version from counters', known: () => known })
  await usingStandby()
})
afterEach(async () => {
  await servers.standby.ask('select pg_wal_replay_resume()').catch(() => {})
  reads[Symbol.dispose]()
  await database[Symbol.asyncDispose]()
})

const usingStandby = () => expect.poll(async () => (await read()).standby, { timeout: 10_000 }).toBe(true)

type Row = { version: number; other: number; standby: boolean }
async function read(): Promise<Row> {
  const { rows } = await sql<Row>`select version, other, pg_is_in_recovery() as standby from counters`.execute(
    reads.kysely,
  )
  return rows[0] as Row
}

/** Commits on the primary. */
const write = (change: string) => servers.primary.ask(`update counters set ${change}`)
const replayed = async () => {
  const [row] = await servers.primary.ask<{ lsn: string }>('select pg_current_wal_insert_lsn() as lsn')
  const text = `select pg_last_wal_replay_lsn() >= '${row?.lsn}' as done`
  await expect.poll(async () => (await servers.standby.ask<{ done: boolean }>(text))[0]?.done).toBe(true)
}

test('a standby that is behind what this process knows of the index is not read', async () => {
  await servers.standby.ask('select pg_wal_replay_pause()')
  await write('version = version + 1')
  expect(await read()).toMatchObject({ version: known, standby: true })
  known++
  expect(await read()).toMatchObject({ version: known, standby: false })
  await servers.standby.ask('select pg_wal_replay_resume()')
  await usingStandby()
  expect(await read()).toMatchObject({ version: known, standby: true })
})

test('a read never shows less than the read before, also of rows that the index does not count', async () => {
  await servers.standby.ask('select pg_wal_replay_pause()')
  await write('other = other + 1')
  const before = await read()
  expect(before.standby).toBe(true)
  known++
  const shown = await read()
  expect(shown).toMatchObject({ other: before.other + 1, standby: false })
  known--
  // The index is where it was, and the standby lacks the row.
  for (let round = 0; round < 20; round++) expect(await read()).toEqual(shown)
  await servers.standby.ask('select pg_wal_replay_resume()')
  await replayed()
  await usingStandby()
  expect((await read()).other).toBe(shown.other)
})

test('counters only grow while commits, pauses and broken connections alternate', async () => {
  const stopped = new AbortController()
  const disturb = async () => {
    while (!stopped.signal.aborted) {
      await servers.standby.ask('select pg_wal_replay_pause()')
      await write('version = version + 1, other = other + 1')
      known++
      await write('other = other + 1')
      await servers.standby.ask(`select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and backend_type = 'client backend' and random() < 0.3`)
      await servers.standby.ask('select pg_wal_replay_resume()')
      await delay(20)
    }
  }
  const disturbed = disturb()
  const places = new Set<boolean>()
  let last = { version: 0, other: 0 }
  for (let count = 0; count < 500; count++) {
    const row = await read()
    expect(row.version).toBeGreaterThanOrEqual(last.version)
    expect(row.other).toBeGreaterThanOrEqual(last.other)
    places.add(row.standby)
    last = row
  }
  stopped.abort()
  await disturbed
  expect(places.size).toBe(2)
})

test('a statement that only the primary can run is run there', async () => {
  const { rows } = await sql<{ other: number }>`select other from counters for update`.execute(reads.kysely)
  expect(rows).toHaveLength(1)
})

test('an error of the statement is the error of the primary', async () => {
  await expect(sql`select nothing from counters`.execute(reads.kysely)).rejects.toThrow(/column "nothing"/)
})

test('a copy that is not a standby is not read', async () => {
  await using other = await createTestDatabase({ migrations })
  const { primary } = servers
  await using mixed = await openDatabase({ databaseUrl: primary.url, readUrl: other.url, dataDir: '', log, migrations })
  await sql`update counters set other = -1`.execute(other.kysely)
  using route = mixed.openReads({ select: 'select version from counters', known: () => 0 })
  for (let round = 0; round < 30; round++) {
    const { rows } = await sql<Row>`select other from counters`.execute(route.kysely)
    expect(rows[0]?.other).toBeGreaterThanOrEqual(0)
    await delay(50)
  }
  expect(route.target()).toBe('primary')
})

test('another database of the same server is not read', async () => {
  const { primary, standby } = servers
  await primary.ask('create database staging')
  const elsewhere = ({ url }: Server) => url.replace(/postgres$/, 'staging')
  const staging = await openDatabase({ databaseUrl: elsewhere(primary), dataDir: '', log, migrations })
  await sql`update counters set version = 1000000, other = -1`.execute(staging.kysely)
  await staging[Symbol.asyncDispose]()
  await replayed()
  const urls = { databaseUrl: primary.url, readUrl: elsewhere(standby) }
  await using mixed = await openDatabase({ ...urls, dataDir: '', log, migrations })
  using route = mixed.openReads({ select: 'select version from counters', known: () => 0 })
  for (let round = 0; round < 30; round++) {
    const { rows } = await sql<Row>`select other from counters`.execute(route.kysely)
    expect(rows[0]?.other).toBeGreaterThanOrEqual(0)
    await delay(50)
  }
  expect(route.target()).toBe('primary')
})

test('reads go on when the standby stops', async () => {
  expect((await read()).standby).toBe(true)
  const stopped = servers.standby[Symbol.asyncDispose]()
  for (let round = 0; round < 200; round++) expect((await read()).version).toBe(known)
  await stopped
  expect((await read()).standby).toBe(false)
})
