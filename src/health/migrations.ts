import { sql } from 'kysely'
import type { Migrations } from '#database/migrate.ts'

export const migrations: Migrations = {
  'health/0001-outages': async (db) => {
    await sql`
      create table outages (
        id int8 generated always as identity primary key,
        part text not null,
        detail text,
        started_at timestamptz not null,
        seen_at timestamptz not null
      )`.execute(db)
    await sql`create index on outages (seen_at)`.execute(db)
    await sql`create table service_seen (is_only bool primary key default true check (is_only), at timestamptz not null)`.execute(
      db,
    )
  },
}
