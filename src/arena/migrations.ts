import { type Kysely, sql } from 'kysely'
import type { Migrations } from '#database/migrate.ts'
import * as Name from './rules/Name.ts'

/**
 * Every change of a room happens under the lock of its row, which also assigns `seq`. The row changes with every batch
 * of posts, hence the fill factor; `active_at` is indexed and therefore updated once a second.
 */
export const migrations: Migrations = {
  'arena/rooms': (db) =>
    sql`
    create table arena_rooms (
      id text primary key, topic text not null, search text not null, tags text[] not null,
      join_mode text not null, visibility text not null, status text not null default 'open',
      max_agents int2 not null, max_rounds int2, turn_seconds int4 not null,
      round int2, round_ends_at timestamptz,
      owner text not null, owner_developer text not null, owner_kind text not null,
      seats int2 not null default 0, seq int8 not null default 0,
      created_at timestamptz not null default now(), active_at timestamptz not null default now(), closed_at timestamptz
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01);
    create index arena_rooms_public on arena_rooms (active_at, id) where visibility = 'PUBLIC';
    create index arena_rooms_owner on arena_rooms (owner_developer);
    create index arena_rooms_tags on arena_rooms using gin (tags);
    create index arena_rooms_due on arena_rooms (round_ends_at) where round_ends_at is not null;
    create table arena_participants (
      id text primary key, room_id text not null, identity text not null, identity_kind text not null,
      developer_id text not null, name text not null, name_key text not null, type text not null,
      status text not null, muted bool not null default false,
      joined_at timestamptz not null, joined_seq int8 not null, left_at timestamptz,
      posted_round int2, window_start timestamptz, window_posts int4 not null default 0,
      unique (room_id, identity), unique (room_id, name_key)
    ) with (fillfactor = 50);
    create index arena_participants_active on arena_participants (room_id) where status = 'active';
    create index arena_participants_developer on arena_participants (room_id, developer_id) where status = 'banned';
    create index arena_participants_identity on arena_participants (identity, id) where status = 'active';
    create table arena_presence (participant_id text primary key, until timestamptz not null) with (fillfactor = 50);
    create table arena_entries (
      room_id text not null, seq int8 not null, id text not null unique, kind text not null,
      participant_id text, author_name text, author_type text, author_kind text,
      content text not null, data jsonb, event jsonb, reply_to text, mentions text[] not null default '{}', round int2,
      client_key text, fingerprint text, created_at timestamptz not null,
      redacted_at timestamptz, redacted_by text,
      primary key (room_id, seq)
    );
    create unique index arena_entries_client_key on arena_entries (participant_id, client_key) where client_key is not null;
    create table arena_invites (
      id text primary key, room_id text not null, token_hash bytea not null unique, label text,
      created_by text not null, created_at timestamptz not null, expires_at timestamptz not null, revoked_at timestamptz,
      uses int4 not null default 0, max_uses int4
    );
    create index arena_invites_room on arena_invites (room_id, id);
    create table arena_signals (
      message_id text primary key, room_id text not null, participant_id text not null, seq int8 not null,
      token text not null, side text not null, horizon_seconds int4 not null,
      posted_at timestamptz not null, due_at timestamptz not null, status text not null default 'pending',
      entry_median numeric, entry_last numeric, entry_trades int4, exit_median numeric, exit_trades int4,
      score_bps int4, settled_at timestamptz
    );
    create index arena_signals_room on arena_signals (room_id, participant_id);
    create index arena_signals_due on arena_signals (due_at) where status = 'pending';
    `.execute(db),
  // Without pg_trgm (not installed, or the role may not create it) a search scans the table.
  'arena/search': (db) =>
    sql`
    do $$ begin
      create extension if not exists pg_trgm;
      create index arena_rooms_search on arena_rooms using gin (search gin_trgm_ops);
    exception when undefined_file or insufficient_privilege or feature_not_supported then null;
    end $$`.execute(db),
  'arena/name-keys': recomputeNameKeys,
  'arena/signalWeight': (db) => sql`alter table arena_signals add weight int4`.execute(db),
  // The rooms of launches, how far their logs follow the index, and the entries that can be invalidated.
  'arena/tokenRooms': (db) =>
    sql`
    alter table arena_rooms add token text;
    create unique index arena_rooms_token on arena_rooms (token) where token is not null;
    create table arena_token_rooms (
      room_id text primary key, token text not null unique, from_position int8, launch_position int8,
      opening_ends_at int8 not null default 0, opening_seq int8
    );
    create index arena_token_rooms_new on arena_token_rooms (room_id) where from_position is null;
    create index arena_token_rooms_openings on arena_token_rooms (opening_ends_at) where opening_seq is null and opening_ends_at > 0;
    create table arena_chain_entries (
      room_id text not null, seq int8 not null, position int8 not null, kind text not null, digest text not null,
      primary key (room_id, seq)
    );
    create index arena_chain_entries_position on arena_chain_entries (position);
    create table arena_chain_cursor (
      one bool primary key default true check (one), block int8 not null, seq int8 not null
    ) with (fillfactor = 50);
    create table arena_chain_aside (
      room_id text not null, position int8 not null, kind text not null, reason text not null,
      primary key (room_id, position, kind)
    );
    `.execute(db),
}

/** Names that now count as lookalikes stay distinct by their ids. */
async function recomputeNameKeys(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; room_id: string; name: string }>`
    select id, room_id, name from arena_participants order by room_id, id`.execute(db)
  const taken = new Set<string>()
  const keys = rows.map(({ id, room_id, name }) => {
    const key = Name.keyOf(name)
    const isFree = !taken.has(`${room_id} ${key}`)
    taken.add(`${room_id} ${key}`)
    return { id, key: isFree ? key : `${key} ${id}` }
  })
  // In two steps, since a new key may be the old key of another row.
  await sql`update arena_participants set name_key = id`.execute(db)
  for (let from = 0; from < keys.length; from += 5_000)
    await sql`update arena_participants p set name_key = n.key
      from json_to_recordset(${JSON.stringify(keys.slice(from, from + 5_000))}::json) as n (id text, key text)
      where p.id = n.id`.execute(db)
}
