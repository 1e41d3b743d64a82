import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#database/Database.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { createTestDatabase, type TestDatabase } from './setup/database/database.ts'
import { childrenOf, createSeed, eventually, postmasterOf } from './setup/database/databaseService.ts'

const log = pino({ level: 'silent' })
const run = promisify(execFile)
const mountable = await canMount()
const uncaught: unknown[] = []
const remember = (error: unknown) => uncaught.push(error)

beforeAll(() => {
  process.on('uncaughtException', remember).on('unhandledRejection', remember)
})
afterAll(() => {
  process.off('uncaughtException', remember).off('unhandledRejection', remember)
})

async function refusalOf(
  work: Promise<unknown>,
): Promise<{ code: string; status: number; message: string; ms: number }> {
  const start = performance.now()
  const error = await work.then(
    () => ({ code: 'none', status: 200, message: '' }),
    (failure) => failure,
  )
  return { code: error.code, status: error.status, message: error.message, ms: performance.now() - start }
}

describe('limits', () => {
  let database: TestDatabase
  let quick: Database

  beforeAll(async () => {
    database = await createTestDatabase()
    quick = await openDatabase({
      databaseUrl: database.url,
      dataDir: '',
      log,
      migrations: [],
      statementTimeoutMs: 300,
      size: 2,
    })
    await sql`create table held as select 1 as n`.execute(quick.kysely)
  })
  afterAll(async () => {
    await quick[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
  })

  test('a statement that takes too long is unavailable, and its connection serves on', async () => {
    const refusal = await refusalOf(sql`select pg_sleep(5)`.execute(quick.kysely))
    expect(refusal).toMatchObject({ code: 'unavailable', status: 503, message: expect.stringContaining('Try again') })
    expect(refusal.ms).toBeLessThan(4_500)
    expect(await quick.ping()).toBeGreaterThan(0)
  })

  test('a lock that is not released in time is unavailable', async () => {
    const release = Promise.withResolvers<void>()
    const holder = database.kysely.transaction().execute(async (work) => {
      await sql`update held set n = 2`.execute(work)
      await release.promise
    })
    await eventually(
      async () =>
        (await sql`select from pg_locks where mode = 'RowExclusiveLock'`.execute(database.kysely)).rows.length > 0,
    )
    expect(await refusalOf(sql`update held set n = 3`.execute(quick.kysely))).toMatchObject({ code: 'unavailable' })
    release.resolve()
    await holder
  })

  test('more callers than connections wait for one, at most as long as they may', async () => {
    const busy = [1, 2].map(() => sql`select pg_sleep(0.2)`.execute(quick.kysely))
    expect(await quick.ping()).toBeGreaterThan(50)
    await Promise.all(busy)
    expect(quick.usage()).toMatchObject({ open: 2, waiting: 0 })
  })

  test('a ping gives up after its own limit', async () => {
    const busy = [1, 2].map(() => sql`select pg_sleep(0.25)`.execute(quick.kysely))
    const refusal = await refusalOf(quick.ping(50))
    expect(refusal).toMatchObject({ code: 'unavailable' })
    expect(refusal.ms).toBeLessThan(4_500)
    await Promise.all(busy)
  })

  test('errors of the statement pass through as they are', async () => {
    await expect(sql`select 1 / 0`.execute(quick.kysely)).rejects.toMatchObject({ code: '22012' })
    await expect(sql`select nonsense`.execute(quick.kysely)).rejects.toMatchObject({ code: '42703' })
  })
})

describe('a server in trouble', () => {
  let seed: Awaited<ReturnType<typeof createSeed>>
  let dataDir: string

  beforeAll(async () => {
    seed = await createSeed()
  })
  afterAll(() => seed[Symbol.asyncDispose]())

  beforeEach(async () => {
    dataDir = await mkdtemp('/tmp/slipway-faults-')
    await seed.copyTo(dataDir)
  })
  afterEach(async () => {
    await rm(dataDir, { recursive: true, force: true })
    expect(uncaught).toEqual([])
  })

  function open(limits: { statementTimeoutMs?: number } = {}): Promise<Database> {
    return openDatabase({ dataDir, log, migrations: [], ...limits })
  }

  test('drops every connection, idle or inside a transaction: nothing crashes, the next query works', async () => {
    await using database = await open()
    await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`.execute(database.kysely)))
    const killer = await database.connect()
    const cut = () =>
      killer.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
    expect(database.usage()).toMatchObject({ open: 10, idle: 10 })
    await cut()
    await eventually(() => database.usage().open === 0)
    expect(await database.ping()).toBeGreaterThan(0)
    const inside = database.kysely.transaction().execute(async (work) => {
      await sql`select 1`.execute(work)
      await cut()
      await eventually(
        async () => (await killer.query('select from pg_stat_activity where state is not null')).length === 1,
      )
      await sql`select 1`.execute(work)
    })
    expect(await refusalOf(inside)).toMatchObject({ code: 'unavailable' })
    expect(await database.ping()).toBeGreaterThan(0)
    await killer[Symbol.asyncDispose]()
  })

  test('stops answering: 500 callers are refused in time, and served again when it goes on', async () => {
    await using database = await open({ statementTimeoutMs: 1_000 })
    await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`.execute(database.kysely)))
    const postmaster = await postmasterOf(join(dataDir, 'postgres', 'data'))
    const stopped = [postmaster, ...(await childrenOf(postmaster))]
    for (const pid of stopped) process.kill(pid, 'SIGSTOP')
    const refusals = await Promise.all(
      Array.from({ length: 500 }, () => refusalOf(sql`select 1`.execute(database.kysely))),
    )
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['unavailable']))
    const sorted = refusals.map(({ ms }) => ms).sort((a, b) => a - b)
    expect(sorted[480]).toBeLessThan(10_000)
    expect(sorted[499]).toBeLessThan(15_000)
    for (const pid of stopped) process.kill(pid, 'SIGCONT')
    expect(await eventually(() => database.ping().catch(() => undefined))).toBeGreaterThan(0)
    await Promise.all(Array.from({ length: 50 }, () => sql`select 1`.execute(database.kysely)))
  })

  test('never answers on the connections it has: they are replaced', async () => {
    await using database = await open({ statementTimeoutMs: 500 })
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.kysely)
    for (const { pid } of rows) process.kill(pid, 'SIGSTOP')
    try {
      const inside = database.kysely.transaction().execute((work) => sql`select 1`.execute(work))
      const refusal = await refusalOf(inside)
      expect(refusal).toMatchObject({ code: 'unavailable' })
      expect(refusal.ms).toBeLessThan(15_000)
      expect(await database.ping()).toBeGreaterThan(0)
      expect(database.usage()).toEqual({ open: 1, idle: 1, waiting: 0 })
    } finally {
      for (const { pid } of rows) process.kill(pid, 'SIGCONT')
    }
  })

  test.skipIf(!mountable)(
    'has no disk left: writes are refused, nothing acknowledged is lost, and it recovers by itself',
    async () => {
      await mount(dataDir, '120m')
      try {
        await using database = await open()
        await sql`create table kept (n int8 primary key, filler text)`.execute(database.kysely)
        const { kept, refusal } = await fill(database)
        expect(refusal).toMatchObject({ code: 'unavailable', status: 503 })
        await rm(join(dataDir, 'ballast'))
        const rows = await eventually(() => readKept(database), { what: 'recovery' })
        expect(kept.filter((n) => !rows.has(n))).toEqual([])
        await sql`insert into kept values (-1, '')`.execute(database.kysely)
      } finally {
        await run('umount', ['--lazy', dataDir])
      }
    },
  )
})

async function canMount(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false
  return run('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).then(
    () => true,
    () => false,
  )
}

async function mount(folder: string, size: string): Promise<void> {
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=711`, 'none', folder])
  await writeFile(join(folder, 'ballast'), Buffer.alloc(40 * 2 ** 20))
}

async function fill(database: Database) {
  const kept: number[] = []
  for (let n = 0; n < 100_000; n++) {
    const insert = sql`insert into kept select ${n}, string_agg(md5(random()::text), '') from generate_series(1, 3000)`
    const refusal = await refusalOf(insert.execute(database.kysely))
    if (refusal.code !== 'none') return { kept, refusal }
    kept.push(n)
  }
  throw new Error('the disk never filled up')
}

async function readKept(database: Database): Promise<Set<number> | undefined> {
  const result = await sql<{ n: number }>`select n from kept`.execute(database.kysely).catch(() => undefined)
  return result && new Set(result.rows.map(({ n }) => n))
}
