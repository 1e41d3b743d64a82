import { sql } from 'kysely'
import type { Migrations } from '#database/migrate.ts'

export const migrations: Migrations = {
  'oauth/0001-states': async (db) => {
    await sql`
      create table oauth_states (
        model text not null,
        id text not null,
        grant_id text,
        payload jsonb not null,
        consumed_at timestamptz,
        expires_at timestamptz not null,
        primary key (model, id)
      )`.execute(db)
    await sql`create index on oauth_states (grant_id) where grant_id is not null`.execute(db)
    await sql`create index on oauth_states (expires_at)`.execute(db)
  },
  'oauth/0002-connections': async (db) => {
    await sql`
      create table oauth_connections (
        id text primary key,
        developer_id text not null,
        subject text not null,
        client_id text not null,
        client_name text not null,
        client_host text not null,
        resource text not null,
        scopes text[] not null,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null
      )`.execute(db)
    await sql`create index on oauth_connections (developer_id, id desc)`.execute(db)
  },
}
