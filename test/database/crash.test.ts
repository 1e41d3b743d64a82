import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openCluster } from '#database/embedded/openCluster.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { copySeed } from '../setup/database/copySeed.ts'
import {
  eventually,
  isRunning,
  postmasterOf,
  processesWith,
  type Service,
  startService,
} from '../setup/database/databaseService.ts'

const lines: string[] = []
const log = pino({ level: 'debug' }, { write: (line) => lines.push(JSON.parse(line).msg) })
const LEFT_BEHIND = 'stopping orphaned PostgreSQL server'

let dataDir: string
let cluster: string

beforeEach(async () => {
  dataDir = await mkdtemp('/tmp/slipway-crash-')
  await copySeed(dataDir)
  cluster = join(dataDir, 'postgres', 'data')
  lines.length = 0
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** The shell that stops the server when the service is gone. */
async function guardianOf(postmaster: number): Promise<number> {
  const [guardian = 0] = await processesWith(`kill -INT "$1" sh ${postmaster}`)
  return guardian
}

async function written(): Promise<Set<number>> {
  await using opened = await openCluster({ dataDir, log })
  const client = new pg.Client(opened.connection)
  await client.connect()
  const { rows } = await client.query<{ id: string }>('select id from written')
  await client.end()
  return new Set(rows.map(({ id }) => Number(id)))
}

function acknowledged({ said }: Service): number[] {
  return said.flatMap((event) => (typeof event['acknowledged'] === 'number' ? [event['acknowledged']] : []))
}

describe('kill -9 of the service while it writes', () => {
  test('loses nothing that was acknowledged, round after round', async () => {
    const all: number[] = []
    for (let round = 0; round < 4; round++) {
      await using service = startService('write', dataDir)
      await eventually(() => acknowledged(service).length > 200, { what: '200 writes' })
      await delay(Math.random() * 100)
      service.child.kill('SIGKILL')
      await service.exited
      all.push(...acknowledged(service))
    }
    const kept = await written()
    expect(all.filter((id) => !kept.has(id))).toEqual([])
    expect(all.length).toBeGreaterThan(800)
  })

  test('ends the server too, by itself', async () => {
    await using service = startService('write', dataDir)
    await service.until('acknowledged')
    const postmaster = await postmasterOf(cluster)
    service.child.kill('SIGKILL')
    await eventually(() => !isRunning(postmaster), { what: 'the end of the server' })
    await eventually(async () => (await processesWith(dataDir)).length === 0, { what: 'the end of every process' })
  })

  test('and of the guardian leaves a server behind, which the next start stops', async () => {
    await using service = startService('write', dataDir)
    await service.until('acknowledged')
    const orphan = await postmasterOf(cluster)
    process.kill(await guardianOf(orphan), 'SIGKILL')
    service.child.kill('SIGKILL')
    await service.exited
    await delay(300)
    expect(isRunning(orphan)).toBe(true)
    const kept = await written()
    expect(acknowledged(service).filter((id) => !kept.has(id))).toEqual([])
    expect(lines).toContain(LEFT_BEHIND)
    expect(isRunning(orphan)).toBe(false)
  })

  test('and of the server as well: the next start repairs the cluster', async () => {
    await using service = startService('write', dataDir)
    await eventually(() => acknowledged(service).length > 50, { what: '50 writes' })
    const postmaster = await postmasterOf(cluster)
    process.kill(await guardianOf(postmaster), 'SIGKILL')
    process.kill(postmaster, 'SIGKILL')
    service.child.kill('SIGKILL')
    await service.exited
    const kept = await written()
    expect(acknowledged(service).filter((id) => !kept.has(id))).toEqual([])
  })
})

test('a process id that now belongs to another program does not keep the server from starting', async () => {
  await using service = startService('hold', dataDir)
  await service.until('ready')
  const postmaster = await postmasterOf(cluster)
  process.kill(await guardianOf(postmaster), 'SIGKILL')
  // The service goes first: it would restart its server.
  service.child.kill('SIGKILL')
  await service.exited
  process.kill(postmaster, 'SIGKILL')
  const { uid } = await stat(cluster)
  const bystander = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid } : {})
  try {
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
      const file = join(cluster, name)
      const content = await readFile(file, 'utf8')
      await writeFile(file, content.replace(String(postmaster), String(bystander.pid)))
    }
    await using _reopened = await openCluster({ dataDir, log })
    expect(bystander.exitCode).toBe(null)
    expect(lines).not.toContain(LEFT_BEHIND)
  } finally {
    bystander.kill('SIGKILL')
  }
})

describe('a signal to the service', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s stops service and server, and a second start works at once',
    async (signal) => {
      await using service = startService('hold', dataDir)
      await service.until('ready')
      service.child.kill(signal)
      expect(await service.exited).toEqual([0, null])
      expect(await processesWith(dataDir)).toEqual([])
      await using again = startService('hold', dataDir)
      await again.until('ready')
      expect(again.said.map((event) => event['log'])).not.toContain(LEFT_BEHIND)
    },
  )

  test('Ctrl-C in a terminal reaches the whole group, and the database still serves the last requests', async () => {
    await using service = startService('hold', dataDir)
    await service.until('ready')
    process.kill(-service.pid, 'SIGINT')
    expect(await service.exited).toEqual([0, null])
    expect(await service.until('answeredWhileStopping')).toBe(true)
  })
})

test('a server that dies is restarted: the service answers unavailable, then recovers', async () => {
  await using database = await openDatabase({ dataDir, log, migrations: [] })
  await sql`create table kept as select 1 as n`.execute(database.kysely)
  for (let round = 0; round < 3; round++) {
    const postmaster = await postmasterOf(cluster)
    process.kill(postmaster, 'SIGKILL')
    await eventually(() => !isRunning(postmaster))
    const failures: unknown[] = []
    // A backend that outlives its server by a moment may still answer: what counts is who answers after the restart.
    await eventually(async () => (await postmasterOf(cluster).catch(() => postmaster)) !== postmaster)
    const rows = await eventually(async () => {
      const result = await sql`select n from kept`.execute(database.kysely).catch((error) => failures.push(error))
      return typeof result === 'number' ? undefined : result.rows
    })
    expect(rows).toEqual([{ n: 1 }])
    expect(failures.map((error) => (error as { code: string }).code)).toEqual(failures.map(() => 'unavailable'))
  }
  expect(lines).toContain('PostgreSQL ended unexpectedly; restarting')
})

test('log files that a loss of power has left short are filled like any other, and read again after a crash', async () => {
  const place = join(cluster, 'pg_wal')
  const names = (await readdir(place)).filter((name) => /^[0-9A-F]{24}$/.test(name)).sort()
  // The first few hold what made the cluster.
  for (const [index, name] of names.slice(5).entries()) await truncate(join(place, name), (index % 3) * 1_200_000)
  await using database = await openDatabase({ dataDir, log, migrations: [] })
  const { kysely } = database
  {
    // A connection of its own has no limit on how long a statement may take.
    await using connection = await database.connect()
    await connection.query(`create table kept as select n, repeat('x', 1000) as text from generate_series(1, 40000) n`)
  }
  const { rows } = await sql<{ name: string }>`select pg_walfile_name(pg_current_wal_lsn()) as name`.execute(kysely)
  expect(names.indexOf(rows[0]?.name ?? '')).toBeGreaterThan(10)
  const postmaster = await postmasterOf(cluster)
  process.kill(postmaster, 'SIGKILL')
  await eventually(async () => (await postmasterOf(cluster).catch(() => postmaster)) !== postmaster)
  const count = () => sql<{ n: number }>`select count(*)::int4 as n from kept`.execute(kysely)
  const found = await eventually(() => count().catch(() => undefined), { what: 'the server' })
  expect(found.rows).toEqual([{ n: 40_000 }])
})

test('a server that was killed while one of its backends hangs on does not keep the next one from starting', async () => {
  const opened = await openCluster({ dataDir, log })
  const client = new pg.Client(opened.connection)
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const backend = rows[0]?.pid ?? 0
  process.kill(backend, 'SIGSTOP')
  process.kill(await postmasterOf(cluster), 'SIGKILL')
  await opened[Symbol.asyncDispose]()
  await using again = await openCluster({ dataDir, log })
  const second = new pg.Client(again.connection)
  await second.connect()
  expect((await second.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await second.end()
  await eventually(() => !isRunning(backend), { what: 'the end of the backend' })
})
