import { sql } from 'kysely'
import type { ChainEntryRow, RoomRow, Store, Tables, TokenRoomRow } from './tables.ts'

export async function findTokenRoom(store: Store, token: string): Promise<string | undefined> {
  const row = await store
    .selectFrom('arena_token_rooms')
    .select('room_id')
    .where('token', '=', token)
    .executeTakeFirst()
  return row?.room_id
}

/** Inserts the room of a launch unless there is one, and returns its id. */
export async function insertTokenRoom(tx: Store, room: RoomRow & { token: string }): Promise<string> {
  const { token, id: room_id } = room
  const inserted = await sql`
    insert into arena_token_rooms (room_id, token) values (${room_id}, ${token}) on conflict (token) do nothing`.execute(
    tx,
  )
  if (inserted.numAffectedRows === 0n) return (await findTokenRoom(tx, token)) ?? room_id
  await tx.insertInto('arena_rooms').values(room).execute()
  return room_id
}

export function readCursor(store: Store): Promise<{ block: number; seq: number } | undefined> {
  return store.selectFrom('arena_chain_cursor').select(['block', 'seq']).executeTakeFirst()
}

export async function saveCursor(tx: Store, { block, seq }: { block: number; seq: number }): Promise<void> {
  await sql`insert into arena_chain_cursor (block, seq) values (${block}, ${seq})
    on conflict (one) do update set block = excluded.block, seq = excluded.seq`.execute(tx)
}

/** Rooms whose history is not written yet. */
export function readNewRooms(store: Store, limit: number): Promise<TokenRoomRow[]> {
  return store
    .selectFrom('arena_token_rooms')
    .selectAll()
    .where('from_position', 'is', null)
    .orderBy('room_id')
    .limit(limit)
    .execute()
}

type Range = {
  tokens: readonly string[]
  from: number
  until: number
  headTime: number
  isReplaced: boolean
}

/** The rooms whose logs a range may change: by new happenings, by an opening that ended, or by replaced blocks. */
export async function readChangedRooms(store: Store, range: Range): Promise<TokenRoomRow[]> {
  const { rows } = await sql<TokenRoomRow>`
    select * from arena_token_rooms where from_position is not null and room_id in (
      select room_id from arena_token_rooms where token = any(${range.tokens})
      union select room_id from arena_token_rooms
        where opening_seq is null and opening_ends_at > 0 and opening_ends_at <= ${range.until}
      union select room_id from arena_chain_entries where position >= ${range.from}
      ${range.isReplaced ? reopenedRooms(range) : sql``}) order by room_id`.execute(store)
  return rows
}

function reopenedRooms({ headTime }: Range) {
  return sql`union select room_id from arena_token_rooms where opening_seq is not null and opening_ends_at > ${headTime}`
}

/** The valid entries of rooms from a position on; the end of an opening has no position and is always included. */
export async function readChainEntries(
  tx: Store,
  roomIds: readonly string[],
  from: number,
): Promise<Map<string, ChainEntryRow[]>> {
  const { rows } = await sql<ChainEntryRow>`
    select * from arena_chain_entries where room_id = any(${roomIds}) and (position >= ${from} or kind = 'opening_ended')
    order by room_id, seq`.execute(tx)
  return Map.groupBy(rows, ({ room_id }) => room_id)
}

export type ChainChange = { room: TokenRoomRow; replaced: readonly number[]; added: readonly ChainEntryRow[] }

export async function saveChainChanges(tx: Store, changes: readonly ChainChange[]): Promise<void> {
  const gone = changes.flatMap(({ room, replaced }) => replaced.map((seq) => ({ room_id: room.room_id, seq })))
  if (gone.length > 0)
    await sql`delete from arena_chain_entries e using json_to_recordset(${JSON.stringify(gone)}::json) as g (room_id text, seq int8)
      where e.room_id = g.room_id and e.seq = g.seq`.execute(tx)
  const added = changes.flatMap((change) => change.added)
  if (added.length > 0)
    await sql`insert into arena_chain_entries
      select * from json_populate_recordset(null::arena_chain_entries, ${JSON.stringify(added)}::json)`.execute(tx)
  await sql`update arena_token_rooms r set from_position = n.from_position, launch_position = n.launch_position,
    opening_ends_at = n.opening_ends_at, opening_seq = n.opening_seq
    from json_populate_recordset(null::arena_token_rooms, ${JSON.stringify(changes.map(({ room }) => room))}::json) n
    where r.room_id = n.room_id`.execute(tx)
}

export type SetAside = Tables['arena_chain_aside']

/** Records happenings that cannot be reported; returns those that are new. */
export async function insertAside(tx: Store, found: readonly SetAside[]): Promise<SetAside[]> {
  if (found.length === 0) return []
  const { rows } = await sql<SetAside>`insert into arena_chain_aside
    select * from json_populate_recordset(null::arena_chain_aside, ${JSON.stringify(found)}::json)
    on conflict do nothing returning *`.execute(tx)
  return rows
}

/** Forgets the set-aside events of replaced blocks, so that they are tried again. */
export async function dropAside(tx: Store, from: number): Promise<void> {
  await tx.deleteFrom('arena_chain_aside').where('position', '>=', from).execute()
}
