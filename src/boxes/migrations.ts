import { sql } from 'kysely'
import type { Migrations } from '#database/migrate.ts'

export const migrations: Migrations = {
  'boxes/0001-boxes': async (db) => {
    await sql`
      create table box_hosts (
        id text primary key,
        seen_at timestamptz not null default now(),
        isolation jsonb not null
      )`.execute(db)
    await sql`
      create table boxes (
        id text primary key,
        developer_id text not null,
        name text not null,
        agent_id text not null,
        size text not null,
        status text not null default 'creating',
        status_reason text,
        wanted text not null default 'ready',
        paused_by text,
        labels jsonb not null default '{}',
        scopes text[] not null default '{}',
        environment jsonb not null default '{}',
        keep_alive boolean not null default false,
        attach_mcp boolean not null default true,
        idle_seconds integer not null,
        expires_at timestamptz not null,
        isolation jsonb,
        host_id text,
        restarts integer not null default 0,
        runs bigint not null default 0,
        run_ms bigint not null default 0,
        bytes_in bigint not null default 0,
        bytes_out bigint not null default 0,
        log_seq bigint not null default 0,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        active_at timestamptz not null default now()
      )`.execute(db)
    await sql`create index on boxes (developer_id, id desc) where wanted <> 'deleted'`.execute(db)
    await sql`create index on boxes (host_id) where host_id is not null`.execute(db)
    await sql`create index on boxes (created_at) where host_id is null and wanted = 'ready'`.execute(db)
    await sql`create table box_archives (box_id text primary key, saved_at timestamptz not null default now(), bytes bytea not null)`.execute(
      db,
    )
    await sql`
      create table box_logs (
        box_id text not null,
        seq bigint not null,
        at timestamptz not null default now(),
        source text not null,
        line text not null,
        primary key (box_id, seq)
      )`.execute(db)
  },
  'boxes/0002-sessions': async (db) => {
    await sql`
      create table box_sessions (
        id text primary key,
        box_id text not null,
        developer_id text not null,
        title text not null,
        channel text not null,
        human_id text,
        seq bigint not null default 0,
        message_count integer not null default 0,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db)
    await sql`create index on box_sessions (box_id, id desc)`.execute(db)
    await sql`
      create table box_events (
        session_id text not null,
        seq bigint not null,
        kind text not null,
        body text not null,
        created_at timestamptz not null default now(),
        primary key (session_id, seq)
      )`.execute(db)
    await sql`
      create table box_messages (
        id text primary key,
        session_id text not null,
        seq bigint not null,
        author_type text not null,
        author_id text,
        channel text not null,
        content text not null,
        cards jsonb not null default '[]',
        task_id text,
        client_key text,
        fingerprint text,
        created_at timestamptz not null default now()
      )`.execute(db)
    await sql`create index on box_messages (session_id, seq desc)`.execute(db)
    await sql`create unique index on box_messages (session_id, client_key) where client_key is not null`.execute(db)
    await sql`
      create table box_tasks (
        id text primary key,
        box_id text not null,
        session_id text not null,
        message_id text not null,
        status text not null default 'queued',
        stop_reason text,
        error text,
        is_cancelled boolean not null default false,
        created_at timestamptz not null default now(),
        started_at timestamptz,
        ended_at timestamptz
      )`.execute(db)
    await sql`create index on box_tasks (session_id, id desc)`.execute(db)
    await sql`create index on box_tasks (box_id, id) where ended_at is null`.execute(db)
    await sql`
      create table box_confirmations (
        id text primary key,
        box_id text not null,
        session_id text not null,
        task_id text not null,
        title text not null,
        options jsonb not null,
        status text not null default 'pending',
        answer text,
        created_at timestamptz not null default now(),
        answered_at timestamptz
      )`.execute(db)
    await sql`create index on box_confirmations (session_id, id desc)`.execute(db)
    await sql`create index on box_confirmations (box_id) where status <> 'closed'`.execute(db)
    await sql`
      create table box_file_requests (
        id text primary key,
        box_id text not null,
        input jsonb not null,
        output jsonb,
        error jsonb,
        created_at timestamptz not null default now(),
        done_at timestamptz
      )`.execute(db)
    await sql`create index on box_file_requests (box_id) where done_at is null`.execute(db)
  },
  'boxes/0002-skills': async (db) => {
    await sql`alter table boxes add column skills text[] not null default '{}', add column agent_model text`.execute(db)
  },
  'boxes/0003-archive-parts': async (db) => {
    await sql`
      create table box_archive_parts (
        archive_id text not null,
        part integer not null,
        bytes bytea not null,
        created_at timestamptz not null default now(),
        primary key (archive_id, part)
      )`.execute(db)
    await sql`alter table box_archive_parts alter column bytes set storage external`.execute(db)
    await sql`
      create table box_file_archives (
        box_id text primary key,
        archive_id text not null,
        saved_at timestamptz not null default now()
      )`.execute(db)
    await sql`create index on boxes (developer_id, updated_at desc) where wanted = 'stopped'`.execute(db)
  },
  'boxes/0004-model-calls': async (db) => {
    await sql`alter table boxes add column model_calls bigint not null default 0, add column tokens_in bigint not null default 0,
      add column tokens_out bigint not null default 0, add column cost_micros bigint not null default 0,
      add column token_budget bigint, add column micros_budget bigint`.execute(db)
    await sql`
      create table box_model_calls (
        id text primary key,
        box_id text not null,
        developer_id text not null,
        tokens bigint not null,
        micros bigint not null,
        started_at timestamptz not null default now(),
        ended_at timestamptz
      )`.execute(db)
    await sql`create index on box_model_calls (developer_id, started_at)`.execute(db)
    await sql`create index on box_model_calls (box_id) where ended_at is null`.execute(db)
  },
  'boxes/0005-agent-sessions': async (db) => {
    await sql`alter table box_sessions add column agent_session text`.execute(db)
  },
  'boxes/0006-snapshots': async (db) => {
    await sql`
      create table box_snapshots (
        id text primary key,
        developer_id text not null,
        box_id text not null,
        name text not null,
        agent_id text not null,
        settings jsonb not null,
        digest text not null,
        bytes bigint not null,
        sessions integer not null,
        created_at timestamptz not null default now()
      )`.execute(db)
    await sql`create index on box_snapshots (developer_id, id desc)`.execute(db)
    await sql`create index on box_file_archives (archive_id)`.execute(db)
  },
  'boxes/0007-schedules': async (db) => {
    await sql`
      create table box_schedules (
        id text primary key,
        box_id text not null,
        developer_id text not null,
        session_id text not null,
        name text not null,
        prompt text not null,
        every_seconds integer,
        cron text,
        due_at timestamptz,
        last_at timestamptz,
        last_error text,
        failures integer not null default 0,
        runs bigint not null default 0,
        created_at timestamptz not null default now()
      )`.execute(db)
    await sql`create index on box_schedules (due_at) where due_at is not null`.execute(db)
    await sql`create index on box_schedules (developer_id)`.execute(db)
    await sql`create index on box_schedules (box_id, id desc)`.execute(db)
  },
  'boxes/0008-model-days': async (db) => {
    await sql`
      create table box_model_days (
        day date primary key,
        used_tokens bigint not null default 0,
        used_micros bigint not null default 0,
        held_tokens bigint not null default 0,
        held_micros bigint not null default 0
      )`.execute(db)
  },
}
