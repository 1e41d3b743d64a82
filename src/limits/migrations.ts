import { sql } from 'kysely'
import type { Migrations } from '#database/migrate.ts'

export const migrations: Migrations = {
  // Not logged: what it holds is worth a minute, and a crash that forgets it only lets callers start anew.
  'limits/0001-windows': (db) =>
    sql`
      create unlogged table limit_windows (
        bucket text primary key,
        window_start timestamptz not null,
        used bigint not null
      ) with (fillfactor = 50)`.execute(db),
}
