import { sql } from 'kysely'
import type { Migrations } from '#database/migrate.ts'

export const migrations: Migrations = {
  // Unlogged: a crash that loses the counts only gives callers a fresh window.
  'limits/0001-windows': (db) =>
    sql`
      create unlogged table limit_windows (
        bucket text primary key,
        window_start timestamptz not null,
        used bigint not null
      ) with (fillfactor = 50)`.execute(db),
}
