import { sql } from 'kysely'
import type { Migrations } from '#database/migrate.ts'

export const migrations: Migrations = {
  'operators/0001-standings': async (db) => {
    await sql`
      create table developer_blocks (
        developer_id text primary key,
        reason text not null,
        blocked_at timestamptz not null default now(),
        blocked_by text not null
      )`.execute(db)
    await sql`create table developer_limits (developer_id text primary key, factor float8 not null)`.execute(db)
  },
}
