import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { runFor } from '#core/currentCaller.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { createTestDatabase } from '../setup/database/database.ts'
import { startDatabaseProxy } from '../setup/database/databaseProxy.ts'
import { eventually } from '../setup/database/databaseService.ts'

const log = pino({ level: 'silent' })
/** No waiting caller may be refused for its waiting time in these tests. */
const PATIENT = { acquireTimeoutMs: 60_000, statementTimeoutMs: 60_000 }

test('a caller that finds no free connection gets the first that becomes free, even while another is being opened', async () => {
  await using origin = await createTestDatabase()
  await using proxy = await startDatabaseProxy(origin.url)
  await using database = await openDatabase({
    databaseUrl: proxy.url,
    dataDir: '',
    log,
    migrations: [],
    size: 2,
    ...PATIENT,
  })
  expect(database.usage()).toEqual({ open: 1, idle: 1, waiting: 0 })
  proxy.holdNew()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const holding = database.kysely.connection().execute(() => released)
  await eventually(() => database.usage().idle === 0)
  const waiting = [1, 2, 3].map((n) => sql<{ n: number }>`select ${n}::int4 as n`.execute(database.kysely))
  await eventually(() => database.usage().open === 2)
  expect(database.usage().waiting).toBe(2)
  release()
  await holding
  const answers = await Promise.all(waiting)
  expect(answers.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3])
  expect(database.usage()).toEqual({ open: 2, idle: 1, waiting: 0 })
  await proxy.cut()
})

test('of many that wait, the callers get a connection in turn', async () => {
  await using origin = await createTestDatabase()
  const options = { databaseUrl: origin.url, dataDir: '', log, migrations: [], size: 1, ...PATIENT }
  await using database = await openDatabase(options)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const holding = database.kysely.connection().execute(() => released)
  await eventually(() => database.usage().idle === 0)
  const served: string[] = []
  const read = (caller: string) =>
    runFor(caller, () => sql`select 1`.execute(database.kysely)).then(() => served.push(caller))
  const reads = [...Array.from({ length: 20 }, () => read('busy')), read('other')]
  await eventually(() => database.usage().waiting === 21)
  release()
  await Promise.all([holding, ...reads])
  expect(served.slice(0, 2)).toEqual(['busy', 'other'])
})

test('a connection that fails to open does not fail callers that can get another', async () => {
  await using origin = await createTestDatabase()
  await using proxy = await startDatabaseProxy(origin.url)
  await using database = await openDatabase({
    databaseUrl: proxy.url,
    dataDir: '',
    log,
    migrations: [],
    size: 2,
    ...PATIENT,
  })
  proxy.holdNew()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const holding = database.kysely.connection().execute(() => released)
  await eventually(() => database.usage().idle === 0)
  const waiting = sql<{ n: number }>`select 1 as n`.execute(database.kysely)
  await eventually(() => proxy.held() === 1)
  proxy.dropHeld()
  await eventually(() => database.usage().open === 1)
  release()
  await holding
  expect((await waiting).rows).toEqual([{ n: 1 }])
})

test('a pause of this process does not count as a timeout: callers that waited through it are served', async () => {
  await using origin = await createTestDatabase()
  const { url: databaseUrl } = origin
  await using database = await openDatabase({ databaseUrl, dataDir: '', log, migrations: [], size: 1 })
  const waiting = Array.from({ length: 30 }, (_, n) =>
    sql<{ n: number }>`select ${n}::int4 as n`.execute(database.kysely),
  )
  const ping = database.ping()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_300)
  expect(await ping).toBeGreaterThan(0)
  const answers = await Promise.all(waiting)
  expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 30 }, (_, n) => n))
})

test('a caller is refused after waiting a second while every connection is in use', async () => {
  await using origin = await createTestDatabase()
  const { url: databaseUrl } = origin
  await using database = await openDatabase({ databaseUrl, dataDir: '', log, migrations: [], size: 1 })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const holding = database.kysely.connection().execute(() => released)
  await eventually(() => database.usage().idle === 0)
  const refused = sql`select 1`.execute(database.kysely)
  await expect(refused).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  release()
  await holding
  expect(await database.ping()).toBeGreaterThan(0)
})
