import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#database/Database.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { copySeed } from '../setup/database/copySeed.ts'
import { createTestDatabase, type TestDatabase } from '../setup/database/database.ts'
import { childrenOf, eventually, postmasterOf } from '../setup/database/databaseService.ts'

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

async function refusalOf(work: Promise<unknown>): Promise<{ code: string; status: number; message: string }> {
  const error = await work.then(
    () => ({ code: 'none', status: 200, message: '' }),
    (failure) => failure,
  )
  return { code: error.code, status: error.status, message: error.message }
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
      // A waiting caller is not refused because the machine is slow.
      acquireTimeoutMs: 60_000,
      size: 2,
    })
    await sql`create table held as select 1 as n`.execute(quick.kysely)
  })
  afterAll(async () => {
    await quick[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
  })

  test('a statement that takes too long is unavailable, and its connection serves on', async () => {
    const refusal = await refusalOf(sql`select pg_sleep(600)`.execute(quick.kysely))
    expect(refusal).toMatchObject({ code: 'unavailable', status: 503, message: expect.stringContaining('Try again') })
    expect(await quick.ping(60_000)).toBeGreaterThan(0)
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

  /** Holds both connections until released. */
  async function holdBoth(): Promise<() => Promise<void>> {
    const released = Promise.withResolvers<void>()
    const taken = [1, 2].map(() => Promise.withResolvers<void>())
    const holding = taken.map(({ resolve }) =>
      quick.kysely.connection().execute(async () => {
        resolve()
        await released.promise
      }),
    )
    await Promise.all(taken.map(({ promise }) => promise))
    return async () => {
      released.resolve()
      await Promise.all(holding)
    }
  }

  test('more callers than connections wait for one', async () => {
    const release = await holdBoth()
    let isAnswered = false
    const waiting = sql`select 1`.execute(quick.kysely).finally(() => {
      isAnswered = true
    })
    await eventually(() => quick.usage().waiting === 1)
    expect(await refusalOf(quick.ping(50))).toMatchObject({ code: 'unavailable' })
    expect(isAnswered).toBe(false)
    await release()
    await waiting
    expect(quick.usage()).toMatchObject({ open: 2, waiting: 0 })
  })

  test('errors of the statement pass through as they are', async () => {
    await expect(sql`select 1 / 0`.execute(quick.kysely)).rejects.toMatchObject({ code: '22012' })
    await expect(sql`select nonsense`.execute(quick.kysely)).rejects.toMatchObject({ code: '42703' })
  })
})

describe('a server in trouble', () => {
  let dataDir: string

  beforeEach(async () => {
    dataDir = await mkdtemp('/tmp/slipway-faults-')
    await copySeed(dataDir)
  })
  afterEach(async () => {
    await rm(dataDir, { recursive: true, force: true })
    expect(uncaught).toEqual([])
  })

  function open(limits: { statementTimeoutMs?: number; acquireTimeoutMs?: number } = {}): Promise<Database> {
    return openDatabase({ dataDir, log, migrations: [], ...limits })
  }

  /** Has all ten connections of the pool open, and none of them in use. */
  async function warmUp(database: Database): Promise<void> {
    await eventually(async () => {
      const sleeps = Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`.execute(database.kysely))
      await Promise.allSettled(sleeps)
      return database.usage().idle === 10
    })
  }

  test('drops every connection, idle or inside a transaction: nothing crashes, the next query works', async () => {
    await using database = await open({ acquireTimeoutMs: 60_000, statementTimeoutMs: 60_000 })
    await warmUp(database)
    const killer = await database.connect()
    const cut = () =>
      killer.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
    expect(database.usage()).toMatchObject({ open: 10, idle: 10 })
    await cut()
    await eventually(() => database.usage().open === 0)
    expect(await database.ping(60_000)).toBeGreaterThan(0)
    const inside = database.kysely.transaction().execute(async (work) => {
      await sql`select 1`.execute(work)
      await cut()
      await eventually(
        async () => (await killer.query('select from pg_stat_activity where state is not null')).length === 1,
      )
      await sql`select 1`.execute(work)
    })
    expect(await refusalOf(inside)).toMatchObject({ code: 'unavailable' })
    expect(await database.ping(60_000)).toBeGreaterThan(0)
    await killer[Symbol.asyncDispose]()
  })

  test('stops answering: 500 callers are refused while it does, and served again when it goes on', async () => {
    await using database = await open({ statementTimeoutMs: 1_000 })
    await warmUp(database)
    const postmaster = await postmasterOf(join(dataDir, 'postgres', 'data'))
    const stopped = [postmaster, ...(await childrenOf(postmaster))]
    for (const pid of stopped) process.kill(pid, 'SIGSTOP')
    const refusals = await Promise.all(
      Array.from({ length: 500 }, () => refusalOf(sql`select 1`.execute(database.kysely))),
    )
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['unavailable']))
    for (const pid of stopped) process.kill(pid, 'SIGCONT')
    expect(await eventually(() => database.ping().catch(() => undefined))).toBeGreaterThan(0)
    const all = () => Promise.all(Array.from({ length: 50 }, () => sql`select 1`.execute(database.kysely)))
    expect(await eventually(() => all().catch(() => undefined))).toHaveLength(50)
  })

  test('never answers on the connections it has: they are replaced', async () => {
    await using database = await open({ statementTimeoutMs: 500 })
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.kysely)
    for (const { pid } of rows) process.kill(pid, 'SIGSTOP')
    try {
      const inside = database.kysely.transaction().execute((work) => sql`select 1`.execute(work))
      const refusal = await refusalOf(inside)
      expect(refusal).toMatchObject({ code: 'unavailable' })
      expect(await database.ping(60_000)).toBeGreaterThan(0)
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
