import { sql } from 'kysely'
import type { Migrations } from '#database/migrate.ts'

export const migrations: Migrations = {
  'keys/0001-keys': async (db) => {
    await sql`
      create table api_keys (
        id text primary key,
        developer_id text not null,
        subject text not null,
        name text not null,
        digest bytea not null unique,
        masked text not null,
        scopes text[] not null,
        created_at timestamptz not null default now(),
        created_by text not null,
        expires_at timestamptz,
        revoked_at timestamptz,
        rotated_from text,
        rotated_to text,
        revision bigint not null default 0
      )`.execute(db)
    await sql`create index on api_keys (developer_id, id desc)`.execute(db)
    await sql`create index on api_keys (revision) where revision > 0`.execute(db)
    // One row that every change of a key locks, so that revisions become visible in order.
    await sql`create table key_revision (single boolean primary key default true check (single), revision bigint not null)`.execute(
      db,
    )
    await sql`insert into key_revision (revision) values (0)`.execute(db)
  },
  'keys/0002-usage': async (db) => {
    await sql`create table key_last_used (key_id text primary key, at timestamptz not null)`.execute(db)
    await sql`
      create table key_usage (
        key_id text not null,
        day date not null,
        operation text not null,
        status smallint not null,
        count bigint not null,
        primary key (key_id, day, operation, status)
      )`.execute(db)
    await sql`
      create table key_requests (
        id bigint generated always as identity primary key,
        key_id text not null,
        at timestamptz not null,
        operation text not null,
        status smallint not null,
        code text,
        duration_ms real not null,
        request_id text not null
      )`.execute(db)
    await sql`create index on key_requests (key_id, id desc)`.execute(db)
    await sql`create index on key_requests using brin (at)`.execute(db)
  },
  'keys/0003-audit': async (db) => {
    await sql`
      create table key_audit (
        id text primary key,
        at timestamptz not null default now(),
        event text not null,
        developer_id text,
        key_id text,
        actor text,
        address text,
        detail text,
        count integer not null default 1
      )`.execute(db)
    await sql`create index on key_audit (developer_id, id desc)`.execute(db)
    await sql`
      create function refuse_audit_change() returns trigger language plpgsql as
      $$ begin raise exception 'key_audit is append-only'; end $$`.execute(db)
    await sql`
      create trigger key_audit_is_append_only before update or delete or truncate on key_audit
      for each statement execute function refuse_audit_change()`.execute(db)
  },
  'keys/networks': async (db) => {
    await sql`
      create table key_networks (
        key_id text not null, network text not null, seen_at timestamptz not null, primary key (key_id, network));
      create index on key_networks using brin (seen_at);
      alter table api_keys add column expiry_announced_at timestamptz;
      create index on api_keys (expires_at) where expiry_announced_at is null and revoked_at is null;`.execute(db)
  },
  'keys/calls-per-row': (db) => sql`alter table key_requests add column more jsonb`.execute(db),
  'keys/restrictions': (db) =>
    sql`alter table api_keys add column networks text[], add column calls_per_minute int4`.execute(db),
  'keys/shared-limits': (db) =>
    sql`alter table api_keys add column limit_key text, add column limit_calls int4`.execute(db),
  // Rows arrive in order of their day, so a block range index finds the old ones at almost no cost per write.
  'keys/usage-by-day': (db) => sql`create index on key_usage using brin (day)`.execute(db),
}
