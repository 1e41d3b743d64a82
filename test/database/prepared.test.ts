import { type Kysely, sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { openDatabase } from '#database/openDatabase.ts'
import { PREPARED } from '#database/prepared.ts'
import { createTestDatabase } from '../setup/database/database.ts'

const log = pino({ level: 'silent' })

async function open(url: string, { directUrl }: { directUrl?: string } = {}) {
  const database = await openDatabase({ databaseUrl: url, directUrl, dataDir: '', log, migrations: [], size: 1 })
  await sql`create table if not exists boats (name text)`.execute(database.kysely)
  return database
}

const readBoats = (db: Kysely<unknown>, name: string) =>
  sql<{ name: string }>`${PREPARED} select * from boats where name = ${name}`.execute(db).then(({ rows }) => rows)

async function countPlans(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int4 as count from pg_prepared_statements`.execute(db)
  return rows[0]?.count ?? Number.NaN
}

test('a marked statement is prepared once for all parameters, others are not', async () => {
  await using origin = await createTestDatabase()
  await using database = await open(origin.url)
  await sql`select * from boats`.execute(database.kysely)
  expect(await countPlans(database.kysely)).toBe(0)
  await sql`insert into boats values ('dory'), ('skiff')`.execute(database.kysely)
  expect(await readBoats(database.kysely, 'dory')).toEqual([{ name: 'dory' }])
  expect(await readBoats(database.kysely, 'skiff')).toEqual([{ name: 'skiff' }])
  expect(await countPlans(database.kysely)).toBe(1)
})

test('a prepared statement is answered after another version has added a column', async () => {
  await using origin = await createTestDatabase()
  await using database = await open(origin.url)
  await sql`insert into boats values ('dory')`.execute(database.kysely)
  expect(await readBoats(database.kysely, 'dory')).toEqual([{ name: 'dory' }])
  await sql`alter table boats add column oars int4 default 2`.execute(database.kysely)
  expect(await readBoats(database.kysely, 'dory')).toEqual([{ name: 'dory', oars: 2 }])
  expect(await readBoats(database.kysely, 'dory')).toEqual([{ name: 'dory', oars: 2 }])
  expect(await countPlans(database.kysely)).toBe(1)
})

test('a prepared statement is answered by a session that has lost it', async () => {
  await using origin = await createTestDatabase()
  await using database = await open(origin.url)
  await readBoats(database.kysely, 'dory')
  await sql`deallocate all`.execute(database.kysely)
  expect(await readBoats(database.kysely, 'dory')).toEqual([])
})

test('nothing is prepared behind a pooler, where the next statement may meet another session', async () => {
  await using origin = await createTestDatabase()
  await using database = await open(origin.url, { directUrl: origin.url })
  await readBoats(database.kysely, 'dory')
  expect(await countPlans(database.kysely)).toBe(0)
})

test('an error of a marked statement is reported as it is', async () => {
  await using origin = await createTestDatabase()
  await using database = await open(origin.url)
  const divide = sql`${PREPARED} select 1 / ${0}::int4`.execute(database.kysely)
  await expect(divide).rejects.toThrow('division by zero')
})
