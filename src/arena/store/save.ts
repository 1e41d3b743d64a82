import { type RawBuilder, sql } from 'kysely'
import type { RoomState } from '#arena/rules/RoomState.ts'
import type { Store } from '#arena/store/tables.ts'
import { insertEntries } from './insertEntries.ts'

/** Writes the changes of locked rooms. */
export async function save(tx: Store, states: readonly RoomState[]): Promise<void> {
  await write(tx, states, UNCONDITIONAL)
}

/** Locks the rooms and writes the changes, unless a room has entries beyond its state; returns whether it wrote. */
export async function saveUnlessMoved(store: Store, states: readonly RoomState[]): Promise<boolean> {
  const ids = states.map(({ room }) => room.id)
  const seqs = states.map(({ room, entries }) => room.seq - entries.length)
  const known = sql`known as (
    select count(*) = ${states.length} as is_all from unnest(${ids}::text[], ${seqs}::int8[]) as given (id, seq)
    join (select id, seq from arena_rooms where id = any(${ids}) order by id for update) as found using (id, seq))`
  return write(store, states, { before: [known], where: sql`where (select is_all from known)` })
}

type Condition = { before: RawBuilder<unknown>[]; where: RawBuilder<unknown> }
const UNCONDITIONAL: Condition = { before: [], where: sql`where true` }

/** One statement for all rooms; returns whether it wrote. Every change adds an entry. */
async function write(tx: Store, states: readonly RoomState[], { before, where }: Condition): Promise<boolean> {
  const changed = states.filter(({ entries }) => entries.length > 0)
  if (changed.length === 0) return true
  const entries = changed.flatMap((state) => state.entries)
  const signals = changed.flatMap((state) => state.signals)
  const people = changed.flatMap(({ participants, changed: ids }) => [...ids].map((id) => participants.get(id)))
  const others = [
    ...before,
    sql`rooms as (${updateRooms(changed, where)})`,
    ...(people.length > 0 ? [sql`people as (${upsertPeople(people, where)})`] : []),
    ...(signals.length > 0 ? [sql`signals as (${insertSignals(signals, where)})`] : []),
  ]
  const { numAffectedRows } = await sql`with ${sql.join(others)} ${insertEntries(entries)} ${where}`.execute(tx)
  return numAffectedRows !== 0n
}

function updateRooms(states: readonly RoomState[], where: RawBuilder<unknown>): RawBuilder<unknown> {
  const rows = states.map(({ room }) => room)
  return sql`
    update arena_rooms r set status = n.status, round = n.round, round_ends_at = n.round_ends_at, seats = n.seats,
      seq = n.seq, active_at = n.active_at, closed_at = n.closed_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as n (id text, status text, round int2,
      round_ends_at timestamptz, seats int2, seq int8, active_at timestamptz, closed_at timestamptz)
    ${where} and r.id = n.id`
}

function upsertPeople(people: readonly unknown[], where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into arena_participants as p
    select * from json_populate_recordset(null::arena_participants, ${JSON.stringify(people)}::json) ${where}
    on conflict (id) do update set status = excluded.status, muted = excluded.muted, joined_at = excluded.joined_at,
      joined_seq = excluded.joined_seq, left_at = excluded.left_at, type = excluded.type, posted_round = excluded.posted_round,
      window_start = excluded.window_start, window_posts = excluded.window_posts`
}

function insertSignals(signals: readonly unknown[], where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into arena_signals
    select * from json_populate_recordset(null::arena_signals, ${JSON.stringify(signals)}::json) ${where}`
}
