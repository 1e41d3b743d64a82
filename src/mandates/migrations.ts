import { sql } from 'kysely'
import type { Migrations } from '#database/migrate.ts'

export const migrations: Migrations = {
  'mandates/0001-orders': async (db) => {
    await sql`
      create table orders (
        hash text primary key,
        owner text not null,
        token text not null,
        kind text not null,
        signed text not null,
        seq int8 not null unique,
        created_at timestamptz not null default now(),
        ended_at timestamptz,
        ended_as text
      );
      create index on orders (owner, seq desc) where ended_at is null;
      create index on orders (token, seq desc) where ended_at is null;
      create index on orders (seq) where ended_at is null;
      create index on orders (ended_at);
      create table order_feed (one bool primary key default true check (one), last_seq int8 not null default 0);
      insert into order_feed default values;
      create table order_events (
        seq int8 primary key,
        type text not null,
        body text not null,
        at timestamptz not null default now()
      );
      create index on order_events (at);`.execute(db)
  },
  'mandates/0002-orders-of-a-day': async (db) => {
    await sql`create index on orders (owner, created_at)`.execute(db)
  },
}
