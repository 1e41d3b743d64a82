import { sql } from 'kysely'
import type { EntryRow, Store } from '#arena/store/tables.ts'

/** Entries after `seq`, oldest first. */
export async function readAfter(store: Store, roomId: string, place: Place): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select * from arena_entries where room_id = ${roomId} and seq > ${place.seq} order by seq limit ${place.limit}`.execute(
    store,
  )
  return rows
}

/** The last entries before `seq`, oldest first. */
export async function readBefore(store: Store, roomId: string, place: Place): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select * from arena_entries where room_id = ${roomId} and seq < ${place.seq} order by seq desc limit ${place.limit}`.execute(
    store,
  )
  return rows.reverse()
}

type Place = { seq: number; limit: number }

export type Watched = { id: string; seq: number }

/** What is new in any of several rooms, by room and number; at most `limit` of each. */
export async function readNew(store: Store, rooms: readonly Watched[], limit: number): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.* from json_to_recordset(${JSON.stringify(rooms)}::json) as w (id text, seq int8)
    join arena_rooms r on r.id = w.id and r.seq > w.seq
    cross join lateral (
      select * from arena_entries e where e.room_id = w.id and e.seq > w.seq order by e.seq limit ${limit}
    ) e order by e.room_id, e.seq`.execute(store)
  return rows
}

export async function findEntry(within: Store, roomId: string, messageId: string): Promise<EntryRow | undefined> {
  return within
    .selectFrom('arena_entries')
    .selectAll()
    .where('id', '=', messageId)
    .where('room_id', '=', roomId)
    .executeTakeFirst()
}

/** Takes away what an entry said; that it was there, and who wrote it, stays. */
export async function redactEntry(within: Store, messageId: string, mark: { by: string; now: Date }): Promise<void> {
  await sql`update arena_entries set content = '', data = null, mentions = '{}', redacted_at = ${mark.now},
    redacted_by = ${mark.by} where id = ${messageId}`.execute(within)
}

/** The last entries of each room, oldest first. */
export async function readLatest(store: Store, roomIds: readonly string[], limit: number): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.* from unnest(${roomIds}::text[]) as w (id) cross join lateral (
      select * from arena_entries e where e.room_id = w.id order by e.seq desc limit ${limit}
    ) e order by e.room_id, e.seq`.execute(store)
  return rows
}
