import { sql } from 'kysely'
import type { Migrations } from '#database/migrate.ts'

export const migrations: Migrations = {
  'idempotency/0001-answers': async (db) => {
    await sql`
      create table idempotent_answers (
        principal text not null,
        operation text not null,
        key text not null,
        fingerprint text not null,
        status smallint,
        body jsonb,
        created_at timestamptz not null default now(),
        primary key (principal, operation, key)
      )`.execute(db)
    await sql`create index on idempotent_answers (created_at)`.execute(db)
  },
}
