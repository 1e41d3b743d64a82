import { sql } from 'kysely'
import pino from 'pino'
import { expect, inject, test } from 'vitest'
import { DELETE_BATCH } from '#database/deleteInBatches.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { createIdempotency } from '#idempotency/createIdempotency.ts'
import * as Developers from '#identity/Developers.ts'
import * as Usage from '#keys/store/Usage.ts'
import * as Lease from '#limits/lease.ts'
import * as OauthStates from '#oauth/store/States.ts'
import { migrations } from '../../src/app/createService.ts'
import { createTestDatabase } from '../setup/database/database.ts'

const OLD = 2 * DELETE_BATCH + 7

/** Rows that are due, and one that is not, in every table that forgets. */
const TABLES: Record<string, string> = {
  idempotent_answers: `(principal, operation, key, fingerprint, created_at) select 'p', 'o', n::text, 'f', at`,
  limit_windows: `(bucket, window_start, used) select n::text, at, 1`,
  used_nonces: `(nonce, used_at) select n::text, at`,
  revoked_tokens: `(token_id, expires_at) select n::text, at`,
  oauth_states: `(model, id, payload, expires_at) select 'AccessToken', n::text, '{}', at`,
  oauth_connections: `(id, developer_id, subject, client_id, client_name, client_host, resource, scopes, expires_at)
    select n::text, 'd', 's', 'c', 'n', 'h', 'r', '{}', at`,
  key_usage: `(key_id, day, operation, status, count) select n::text, at, 'o', 200, 1`,
  key_requests: `(key_id, at, operation, status, duration_ms, request_id) select n::text, at, 'o', 200, 1, 'r'`,
}

/** Adds rows that are due, and one that is not. */
async function fill(run: (text: string) => Promise<unknown>, table: string, count: number): Promise<void> {
  const rows = (from: number, to: number, at: string) =>
    `(select n, ${at} as at from generate_series(${from}, ${to}) n)`
  await run(`insert into ${table} ${TABLES[table]} from ${rows(1, count, "now() - interval '100 days'")} old`)
  await run(`insert into ${table} ${TABLES[table]} from ${rows(0, 0, 'now()')} fresh`)
}

test('old rows are deleted a batch per statement, and the others stay', async () => {
  await using database = await createTestDatabase({ migrations })
  const { kysely } = database
  const run = (text: string) => sql.raw(text).execute(kysely)
  await run('create table deletes (name text, rows int)')
  await run(`create function note_delete() returns trigger language plpgsql as
    $$ begin insert into deletes select tg_table_name, count(*) from gone; return null; end $$`)
  for (const table of Object.keys(TABLES)) {
    await fill(run, table, OLD)
    await run(`create trigger note_delete after delete on ${table} referencing old table as gone
      for each statement execute function note_delete()`)
  }
  await using idempotency = createIdempotency({ database })
  await Promise.all([
    idempotency.forgetOld(),
    Lease.forgetOld(kysely),
    OauthStates.forgetOld(database.tables()),
    Developers.forgetOld(database.tables()),
    Usage.forgetOld(database.tables()),
  ])
  for (const table of Object.keys(TABLES)) {
    const { rows } = await sql<{ left: number; most: number; deleted: number }>`
      select (select count(*) from ${sql.table(table)}) as left, max(rows) as most, sum(rows) as deleted
      from deletes where name = ${table}`.execute(kysely)
    expect([table, rows[0]]).toEqual([table, { left: 1, most: DELETE_BATCH, deleted: OLD }])
  }
})

const FILL_MS = 600_000
const MANY = Number(process.env['ROWS'] ?? (inject('deep') ? 10_000_000 : 100_000))

test(`no statement that deletes some of ${MANY.toLocaleString('en')} old rows reaches its timeout`, async () => {
  await using database = await createTestDatabase({ migrations })
  {
    await using patient = await database.connect({ statement_timeout: '0' })
    const run = (text: string) => patient.query(text, [], FILL_MS)
    for (const table of ['idempotent_answers', 'key_requests', 'key_usage']) await fill(run, table, MANY)
  }
  // With the timeout of the product.
  const log = pino({ level: 'silent' })
  await using product = await openDatabase({ databaseUrl: database.url, dataDir: '', log, migrations })
  await using idempotency = createIdempotency({ database: product })
  await Promise.all([idempotency.forgetOld(), Usage.forgetOld(product.tables())])
  const { rows } = await sql<{ left: number }>`select (select count(*) from idempotent_answers)
    + (select count(*) from key_requests) + (select count(*) from key_usage) as left`.execute(product.kysely)
  expect(rows).toEqual([{ left: 3 }])
})
