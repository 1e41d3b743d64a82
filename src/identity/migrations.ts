import { sql } from 'kysely'
import type { Migrations } from '#database/migrate.ts'

export const migrations: Migrations = {
  'identity/0001-developers': (db) =>
    sql`
      create table developers (
        id text primary key,
        subject text not null unique,
        created_at timestamptz not null default now(),
        sessions_after timestamptz not null default '-infinity'
      )`.execute(db),
  'identity/0002-used-nonces': (db) =>
    sql`create table used_nonces (nonce text primary key, used_at timestamptz not null default now())`.execute(db),
  'identity/0003-revoked-tokens': (db) =>
    sql`create table revoked_tokens (token_id text primary key, expires_at timestamptz not null)`.execute(db),
}
