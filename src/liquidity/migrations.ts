import { sql } from 'kysely'
import type { Migrations } from '#database/migrate.ts'

export const migrations: Migrations = {
  // One history per position, however many watch it.
  'liquidity/watches': (db) =>
    sql`
    create table lp_histories (
      key text primary key,
      chain_id int8 not null,
      protocol text not null,
      token_id numeric not null,
      place jsonb not null,
      moves jsonb not null,
      present jsonb,
      block int8 not null,
      problem text,
      due_at timestamptz not null default now()
    );
    create index on lp_histories (due_at);
    create table lp_watches (
      id text primary key,
      developer_id text not null,
      key text not null references lp_histories,
      created_at timestamptz not null default now(),
      unique (developer_id, key)
    );
    create index on lp_watches (key);
    create index on lp_watches (developer_id, id desc);`.execute(db),
}
