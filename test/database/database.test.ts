import { type Kysely, sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#database/Database.ts'
import type { Migrations } from '#database/migrate.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { transaction } from '#database/transaction.ts'
import { createTestDatabase, type TestDatabase } from '../setup/database/database.ts'

type Tables = { accounts: { id: number; balance: string; opened_at?: Date } }

const accounts: Migrations = {
  'test/accounts': (db) =>
    sql`
    create table accounts (id int8 primary key, balance numeric(78) not null, opened_at timestamptz default now());
    insert into accounts (id, balance) values (1, 100), (2, 100)`.execute(db),
}
const log = pino({ level: 'silent' })

let database: TestDatabase
let db: Kysely<Tables>

beforeAll(async () => {
  database = await createTestDatabase({ migrations: [accounts] })
  db = database.tables<Tables>()
})
afterAll(() => database[Symbol.asyncDispose]())

function reopen(migrations: readonly Migrations[], url = database.url) {
  return openDatabase({ databaseUrl: url, dataDir: '', log, migrations })
}

describe('a test database', () => {
  test('is a fresh copy of its template each time', async () => {
    const times: number[] = []
    for (let run = 0; run < 5; run++) {
      const start = performance.now()
      await using fresh = await createTestDatabase({ migrations: [accounts] })
      times.push(performance.now() - start)
      expect(await fresh.tables<Tables>().selectFrom('accounts').select('id').execute()).toHaveLength(2)
    }
    process.stdout.write(`database: a test database from its template after ${Math.round(Math.min(...times))} ms\n`)
  })

  test('shares nothing with another one', async () => {
    await using other = await createTestDatabase({ migrations: [accounts] })
    await other.tables<Tables>().deleteFrom('accounts').execute()
    expect(await db.selectFrom('accounts').select('id').execute()).toHaveLength(2)
  })
})

describe('values', () => {
  test('int8 reads as a number, numeric as digits, timestamptz as a Date', async () => {
    const huge = 2n ** 255n
    await db.insertInto('accounts').values({ id: 3, balance: huge.toString() }).execute()
    const row = await db.selectFrom('accounts').selectAll().where('id', '=', 3).executeTakeFirstOrThrow()
    expect(row).toEqual({ id: 3, balance: huge.toString(), opened_at: expect.any(Date) })
  })

  test('an int8 beyond 2^53 is an error, never a rounded number', async () => {
    await expect(sql`select 9007199254740993::int8 as n`.execute(db)).rejects.toThrow('does not fit a number')
  })
})

describe('the session', () => {
  test('has its limits, in UTC, and waits for the disk', async () => {
    await using opened = await reopen([accounts])
    const { rows } = await sql<Record<string, string>>`select
      current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('timezone') as zone,
      current_setting('synchronous_commit') as commit`.execute(opened.kysely)
    expect(rows[0]).toEqual({ statement: '5s', lock: '1s', idle: '10s', zone: 'UTC', commit: 'on' })
  })

  test('a server that does not sync is shown as such', () => {
    expect(database.durability).toMatchObject({ level: 'process', fsync: false, fullPageWrites: false })
    expect(database).toMatchObject({ kind: 'external', serverVersion: expect.stringMatching(/^18\.\d+$/) })
  })
})

describe('migrations', () => {
  const extra: Migrations = { 'test/extra': (step) => sql`create table extra (id int)`.execute(step) }

  test('run once, in order, however many instances start together', async () => {
    await using fresh = await createTestDatabase()
    const order: string[] = []
    const steps: Migrations = {
      'test/z first': async (step) => {
        order.push('z')
        await sql`create table z (id int); select pg_sleep(0.1)`.execute(step)
      },
      'test/a second': async (step) => {
        order.push('a')
        await sql`alter table z add column a int`.execute(step)
      },
    }
    const instances = await Promise.all(Array.from({ length: 4 }, () => reopen([steps], fresh.url)))
    expect(order).toEqual(['z', 'a'])
    await Promise.all(instances.map((instance) => instance[Symbol.asyncDispose]()))
  })

  test('a step that fails leaves nothing behind, and the ones before it stay', async () => {
    await using fresh = await createTestDatabase()
    const broken: Migrations = {
      'test/broken': (step) => sql`create table half (id int); create table half (id int)`.execute(step),
    }
    await expect(reopen([extra, broken], fresh.url)).rejects.toThrow(
      'Migration test/broken failed and was undone: relation "half" already exists',
    )
    const { rows } = await sql`select to_regclass('half') as half, to_regclass('extra')::text as extra`.execute(
      fresh.kysely,
    )
    expect(rows).toEqual([{ half: null, extra: 'extra' }])
  })

  test('a version keeps writing next to a newer one that adds, and can be started again', async () => {
    await using fresh = await createTestDatabase({ migrations: [extra] })
    const write = ({ kysely }: Database, id: number) => sql`insert into extra (id) values (${id})`.execute(kysely)
    const adding: Migrations = {
      'test/added': (step) => sql`alter table extra add column added text not null default 'x'`.execute(step),
    }
    await using newer = await reopen([extra, adding], fresh.url)
    await write(fresh, 1)
    await using older = await reopen([extra], fresh.url)
    await write(older, 2)
    await write(newer, 3)
    const { rows } = await sql`select id, added from extra order by id`.execute(newer.kysely)
    expect(rows).toEqual([1, 2, 3].map((id) => ({ id, added: 'x' })))
  })

  test('a version is refused once a newer one has removed what it needs', async () => {
    await using fresh = await createTestDatabase({ migrations: [extra] })
    const removing: Migrations = { 'test/contract-extra': (step) => sql`drop table extra`.execute(step) }
    await (await reopen([extra, removing], fresh.url))[Symbol.asyncDispose]()
    await expect(reopen([extra], fresh.url)).rejects.toThrow(
      'which removed what this one needs (test/contract-extra). Start that version',
    )
  })

  test('two steps of one name are refused', async () => {
    await expect(reopen([extra, extra])).rejects.toThrow('Two migrations are called test/extra.')
  })
})

describe('a transaction', () => {
  test('is run again after a deadlock, and both sides get through', async () => {
    const bothHoldOne = Promise.withResolvers<void>()
    let holding = 0
    let attempts = 0
    const move = (from: number, to: number) =>
      transaction(db, async (work) => {
        attempts++
        await work.updateTable('accounts').set({ balance: sql`balance - 1` }).where('id', '=', from).execute()
        if (++holding === 2) bothHoldOne.resolve()
        await bothHoldOne.promise
        await sql`set local lock_timeout = '4s'`.execute(work)
        await work.updateTable('accounts').set({ balance: sql`balance + 1` }).where('id', '=', to).execute()
      })
    await Promise.all([move(1, 2), move(2, 1)])
    const rows = await db.selectFrom('accounts').select('balance').where('id', 'in', [1, 2]).execute()
    expect(rows).toEqual([{ balance: '100' }, { balance: '100' }])
    // The victim may take its row again before the other side wakes, which is one more deadlock.
    expect(attempts).toBeGreaterThan(2)
  })

  test('gives up as unavailable when the conflict does not end', async () => {
    let attempts = 0
    const conflict = transaction(
      db,
      async (work) => {
        attempts++
        await sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`.execute(work)
      },
      { attempts: 3, random: () => 0 },
    )
    await expect(conflict).rejects.toMatchObject({ code: 'unavailable', status: 503, headers: { 'retry-after': '1' } })
    expect(attempts).toBe(3)
  })

  test('is undone, once, by an error of its own', async () => {
    const failing = transaction(db, async (work) => {
      await work.insertInto('accounts').values({ id: 9, balance: '1' }).execute()
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await db.selectFrom('accounts').select('id').where('id', '=', 9).execute()).toEqual([])
  })
})

describe('an address that cannot be used', () => {
  test.each([
    [
      'nothing listens',
      'postgresql://me:secret@127.0.0.1:1/x',
      'PostgreSQL at 127.0.0.1:1/x refuses the connection: connect ECONNREFUSED',
    ],
    [
      'no such socket',
      'postgresql://me:secret@%2Fnowhere/x',
      'PostgreSQL at /nowhere:5432/x refuses the connection: connect ENOENT',
    ],
    ['not a URL', 'postgresql://me:secret@:bad:/x', 'DATABASE_URL is not valid.'],
  ])('%s', async (_, url, message) => {
    const failure = await reopen([], url).catch((error: Error) => error)
    expect(String(failure)).toContain(message)
    expect(String(failure)).not.toContain('secret')
  })

  test('a wrong password', async () => {
    await expect(reopen([], database.url.replace(/:[^:@]+@/, ':wrong@'))).rejects.toThrow(
      'password authentication failed',
    )
  })
})

describe('a server that cannot serve', () => {
  /** Makes a real server report other settings, by functions that shadow its own. */
  async function pretend(fresh: TestDatabase, story: ReturnType<typeof sql>) {
    await story.execute(fresh.kysely)
    const name = new URL(fresh.url).pathname.slice(1)
    await sql`alter database ${sql.id(name)} set search_path = public, pg_catalog`.execute(fresh.kysely)
    return reopen([], fresh.url)
  }

  test('one older than 15 is refused', async () => {
    await using fresh = await createTestDatabase()
    const old = sql`create function current_setting(name text) returns text language sql as $$
      select case name when 'server_version_num' then '140012' when 'server_version' then '14.12'
        else pg_catalog.current_setting(name) end $$`
    await expect(pretend(fresh, old)).rejects.toThrow('is version 14.12; 15 or newer is needed.')
  })

  test('a standby is refused', async () => {
    await using fresh = await createTestDatabase()
    const standby = sql`create function pg_is_in_recovery() returns bool language sql as 'select true'`
    await expect(pretend(fresh, standby)).rejects.toThrow('is a read-only standby; point DATABASE_URL at the primary.')
  })
})

test('a ping measures a round trip', async () => {
  expect(await database.ping(60_000)).toBeGreaterThan(0)
  expect(database.usage()).toMatchObject({ waiting: 0 })
})
