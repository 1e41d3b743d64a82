import { sql } from 'kysely'
import type { Migrations } from '#database/migrate.ts'

export const migrations: Migrations = {
  'rules/0001-rules': async (db) => {
    await sql`
      create table rule_state (
        one bool primary key default true check (one),
        version int8 not null default 0,
        cursor int8
      );
      insert into rule_state default values;
      create table rule_endpoints (
        id text primary key,
        developer_id text not null,
        url text not null,
        description text,
        secret bytea not null,
        previous_secret bytea,
        previous_until timestamptz,
        disabled_at timestamptz,
        disabled_reason text,
        version int8 not null,
        created_at timestamptz not null default now(),
        deleted_at timestamptz
      );
      create index on rule_endpoints (developer_id, id desc) where deleted_at is null;
      create index on rule_endpoints (version);
      create table rules (
        id text primary key,
        developer_id text not null,
        name text not null,
        type text not null,
        filter jsonb not null,
        action jsonb not null,
        cooldown_seconds int4 not null,
        ends_at timestamptz,
        enabled bool not null,
        after_seq int8 not null,
        last_fired_at timestamptz,
        version int8 not null,
        created_at timestamptz not null default now(),
        deleted_at timestamptz
      );
      create index on rules (developer_id, id desc) where deleted_at is null;
      create index on rules (version);`.execute(db)
  },
  'rules/0002-deliveries': async (db) => {
    await sql`
      create table rule_owners (developer_id text primary key, last_seq int8 not null);
      create table rule_events (
        developer_id text not null,
        seq int8 not null,
        id text not null unique,
        rule_id text not null,
        type text not null,
        block int8,
        hops int4 not null,
        body text not null,
        is_retracted bool not null default false,
        at timestamptz not null,
        primary key (developer_id, seq)
      );
      create index on rule_events (rule_id, seq);
      create index on rule_events (block) where block is not null and not is_retracted;
      create index on rule_events (at);
      create table rule_deliveries (
        position int8 generated always as identity primary key,
        id text not null unique,
        event_id text not null,
        rule_id text not null,
        developer_id text not null,
        endpoint_id text,
        status text not null default 'pending',
        attempts int4 not null default 0,
        first_attempt_at timestamptz,
        next_attempt_at timestamptz not null default now(),
        created_at timestamptz not null default now(),
        done_at timestamptz
      );
      create index rule_deliveries_pending on rule_deliveries (rule_id, position) where status = 'pending';
      create index on rule_deliveries (endpoint_id, position);
      create index on rule_deliveries (event_id);
      create table rule_attempts (
        delivery_id text not null,
        number int4 not null,
        at timestamptz not null,
        duration_ms int4 not null,
        status int4,
        answer text,
        problem text,
        primary key (delivery_id, number)
      );`.execute(db)
  },
  // The last number that was matched with rules, for each room and each session of a box.
  'rules/0003-lists': (db) =>
    sql`create table rule_lists (source text not null, id text not null, seq int8 not null, primary key (source, id))`.execute(
      db,
    ),
  'rules/0004-backlogs': async (db) => {
    await sql`
      alter table rule_endpoints add column full_at timestamptz;
      create index rule_deliveries_backlog on rule_deliveries (endpoint_id) where status = 'pending';`.execute(db)
  },
  'rules/0005-announcements': async (db) => {
    await sql`
      create table rule_announcements (
        position int8 generated always as identity primary key,
        type text not null,
        at timestamptz not null,
        owners text[],
        fields jsonb not null,
        data jsonb not null
      );
      create table rule_announced (key text primary key, at timestamptz not null);`.execute(db)
  },
  'rules/0006-positions': (db) =>
    sql`
      create table rule_positions (
        key text primary key,
        is_in_range bool not null,
        fees0 numeric not null,
        fees1 numeric not null,
        at timestamptz not null default now()
      )`.execute(db),
  'rules/0007-browsers': (db) =>
    sql`
      create table rule_browsers (
        id text primary key,
        developer_id text not null,
        endpoint_hash bytea not null,
        host text not null,
        vapid_key text not null,
        sealed bytea not null,
        created_at timestamptz not null default now(),
        unique (developer_id, endpoint_hash)
      )`.execute(db),
}
