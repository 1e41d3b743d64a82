import { type RawBuilder, sql } from 'kysely'
import type { RoomState } from '#arena/RoomState.ts'
import type { Store } from '#arena/tables.ts'
import { insertEntries } from './insertEntries.ts'

/** Writes what changed in rooms that are locked: one statement for any number of them. Every change comes with an entry. */
export async function save(within: Store, states: readonly RoomState[]): Promise<void> {
  const changed = states.filter(({ entries }) => entries.length > 0)
  if (changed.length === 0) return
  const entries = changed.flatMap((state) => state.entries)
  const signals = changed.flatMap((state) => state.signals)
  const people = changed.flatMap(({ participants, changed: ids }) => [...ids].map((id) => participants.get(id)))
  const others = [
    sql`rooms as (${updateRooms(changed)})`,
    ...(people.length > 0 ? [sql`people as (${upsertPeople(people)})`] : []),
    ...(signals.length > 0 ? [sql`signals as (${insertSignals(signals)})`] : []),
  ]
  await sql`with ${sql.join(others)} ${insertEntries(entries)}`.execute(within)
}

function updateRooms(states: readonly RoomState[]): RawBuilder<unknown> {
  const rows = states.map(({ room }) => room)
  return sql`
    update arena_rooms r set status = n.status, round = n.round, round_ends_at = n.round_ends_at, seats = n.seats,
      seq = n.seq, active_at = n.active_at, closed_at = n.closed_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as n (id text, status text, round int2,
      round_ends_at timestamptz, seats int2, seq int8, active_at timestamptz, closed_at timestamptz)
    where r.id = n.id`
}

function upsertPeople(people: readonly unknown[]): RawBuilder<unknown> {
  return sql`
    insert into arena_participants as p
    select * from json_populate_recordset(null::arena_participants, ${JSON.stringify(people)}::json)
    on conflict (id) do update set status = excluded.status, muted = excluded.muted, joined_at = excluded.joined_at,
      joined_seq = excluded.joined_seq, left_at = excluded.left_at, type = excluded.type, posted_round = excluded.posted_round,
      window_start = excluded.window_start, window_posts = excluded.window_posts`
}

function insertSignals(signals: readonly unknown[]): RawBuilder<unknown> {
  return sql`insert into arena_signals
    select * from json_populate_recordset(null::arena_signals, ${JSON.stringify(signals)}::json)`
}
