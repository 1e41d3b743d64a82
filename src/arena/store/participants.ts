import { sql } from 'kysely'
import * as Name from '#arena/rules/Name.ts'
import type { ParticipantRow, Store } from '#arena/store/tables.ts'
import { ApiError } from '#core/ApiError.ts'

export async function findMember(store: Store, roomId: string, identity: string): Promise<ParticipantRow | undefined> {
  return store
    .selectFrom('arena_participants')
    .selectAll()
    .where('room_id', '=', roomId)
    .where('identity', '=', identity)
    .executeTakeFirst()
}

export type Present = ParticipantRow & { present_until: Date | null }

/** The active participants, in the order they joined. */
export async function listActive(store: Store, roomIds: readonly string[]): Promise<Present[]> {
  const { rows } = await sql<Present>`
    select p.*, l.until as present_until from arena_participants p left join arena_presence l on l.participant_id = p.id
    where p.room_id = any(${roomIds}) and p.status = 'active' order by p.joined_at, p.id`.execute(store)
  return rows
}

/** Everyone who posted a signal to the room, including former participants. */
export async function listSignallers(store: Store, roomId: string): Promise<ParticipantRow[]> {
  const { rows } = await sql<ParticipantRow>`
    select * from arena_participants where id in (select participant_id from arena_signals where room_id = ${roomId})`.execute(
    store,
  )
  return rows
}

/** Refuses a name that a present or former participant has, or that looks like one. */
export async function requireFreeName(tx: Store, roomId: string, name: string): Promise<void> {
  const row = await tx
    .selectFrom('arena_participants')
    .select('id')
    .where('room_id', '=', roomId)
    .where('name_key', '=', Name.keyOf(name))
    .executeTakeFirst()
  if (!row) return
  throw new ApiError('already_exists', 'This name, or one that looks like it, is taken in this room. Send another.', {
    details: [{ type: 'field', value: 'displayName' }],
  })
}

/** Whether any identity of the developer is banned from the room. */
export async function isBanned(tx: Store, roomId: string, developerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('arena_participants')
    .select('id')
    .where('room_id', '=', roomId)
    .where('developer_id', '=', developerId)
    .where('status', '=', 'banned')
    .executeTakeFirst()
  return row !== undefined
}

/** The number of incomplete rooms that the identity is in. */
export async function countJoined(tx: Store, identity: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from arena_participants p join arena_rooms r on r.id = p.room_id
    where p.identity = ${identity} and p.status = 'active' and r.status <> 'complete'`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The rooms of an identity: incomplete ones first, then by latest activity. */
export async function listJoined(store: Store, identity: string, limit: number): Promise<JoinedRoom[]> {
  const { rows } = await sql<JoinedRoom>`
    select r.id, r.seq, p.id as participant, p.joined_seq from arena_participants p join arena_rooms r on r.id = p.room_id
    where p.identity = ${identity} and p.status = 'active'
    order by r.status = 'complete', r.active_at desc limit ${limit}`.execute(store)
  return rows
}

export type JoinedRoom = { id: string; seq: number; participant: string; joined_seq: number }
