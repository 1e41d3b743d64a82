import { sql } from 'kysely'
import type { EntryRow, Store } from '#arena/store/tables.ts'

/** Entries after `seq`, oldest first. */
export async function readAfter(store: Store, roomId: string, range: Range): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select * from arena_entries where room_id = ${roomId} and seq > ${range.seq} order by seq limit ${range.limit}`.execute(
    store,
  )
  return rows
}

/** The last entries before `seq`, oldest first. */
export async function readBefore(store: Store, roomId: string, range: Range): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select * from arena_entries where room_id = ${roomId} and seq < ${range.seq} order by seq desc limit ${range.limit}`.execute(
    store,
  )
  return rows.reverse()
}

type Range = { seq: number; limit: number }

/** The entries after a position in each of several rooms, by room and number; at most `limit` of each. */
export async function readNew(
  store: Store,
  positions: readonly { id: string; seq: number }[],
  limit: number,
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.* from json_to_recordset(${JSON.stringify(positions)}::json) as w (id text, seq int8)
    join arena_rooms r on r.id = w.id and r.seq > w.seq
    cross join lateral (
      select * from arena_entries e where e.room_id = w.id and e.seq > w.seq order by e.seq limit ${limit}
    ) e order by e.room_id, e.seq`.execute(store)
  return rows
}

export async function findEntry(tx: Store, roomId: string, messageId: string): Promise<EntryRow | undefined> {
  return tx
    .selectFrom('arena_entries')
    .selectAll()
    .where('id', '=', messageId)
    .where('room_id', '=', roomId)
    .executeTakeFirst()
}

/** Removes the content of an entry; its number and author stay. */
export async function redactEntry(tx: Store, messageId: string, mark: { by: string; now: Date }): Promise<void> {
  await sql`update arena_entries set content = '', data = null, mentions = '{}', redacted_at = ${mark.now},
    redacted_by = ${mark.by} where id = ${messageId}`.execute(tx)
}

/** The last entries of each room, oldest first. */
export async function readLatest(store: Store, roomIds: readonly string[], limit: number): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.* from unnest(${roomIds}::text[]) as w (id) cross join lateral (
      select * from arena_entries e where e.room_id = w.id order by e.seq desc limit ${limit}
    ) e order by e.room_id, e.seq`.execute(store)
  return rows
}
