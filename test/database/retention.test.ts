import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DELETE_BATCH } from '#database/deleteInBatches.ts'
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

test('old rows are deleted a batch per statement, and the others stay', async () => {
  await using database = await createTestDatabase({ migrations })
  const { kysely } = database
  const run = (text: string) => sql.raw(text).execute(kysely)
  await run('create table deletes (name text, rows int)')
  await run(`create function note_delete() returns trigger language plpgsql as
    $$ begin insert into deletes select tg_table_name, count(*) from gone; return null; end $$`)
  for (const [table, columns] of Object.entries(TABLES)) {
    const rows = (count: number, at: string) => `select n, ${at} as at from generate_series(1, ${count}) n`
    await run(`insert into ${table} ${columns} from (${rows(OLD, "now() - interval '100 days'")}) old`)
    await run(`insert into ${table} ${columns} from (select 0 as n, now() as at) fresh`)
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
