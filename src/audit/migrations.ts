import { sql } from 'kysely'
import type { Migrations } from '#database/migrate.ts'

export const migrations: Migrations = {
  // The log began with keys only, so their migrations created its table, which is renamed here.
  'audit/0001-log': async (db) => {
    await sql`alter table key_audit rename to audit_log`.execute(db)
    await sql`alter table audit_log rename column key_id to target`.execute(db)
    await sql`alter trigger key_audit_is_append_only on audit_log rename to audit_log_is_append_only`.execute(db)
    await sql`
      create or replace function refuse_audit_change() returns trigger language plpgsql as
      $$ begin raise exception 'audit_log is append-only'; end $$`.execute(db)
  },
  // An operator reads the events of one key among those of all developers.
  'audit/0002-by-target': (db) =>
    sql`create index audit_log_by_target on audit_log (target, id desc) where target is not null`.execute(db),
}
