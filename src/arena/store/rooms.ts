import { sql } from 'kysely'
import * as RoomState from '#arena/rules/RoomState.ts'
import { roomNotFound } from '#arena/rules/roomNotFound.ts'
import type { ParticipantRow, RoomRow, RoomStatus, Store } from '#arena/store/tables.ts'
import * as Cursor from '#core/Cursor.ts'

export async function insertRoom(store: Store, room: RoomRow): Promise<void> {
  await store.insertInto('arena_rooms').values(room).execute()
}

export async function countOpenRooms(store: Store, developerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from arena_rooms where owner_developer = ${developerId} and status <> 'complete'`.execute(store)
  return rows[0]?.count ?? 0
}

export async function findRoom(store: Store, roomId: string): Promise<RoomRow | undefined> {
  return store.selectFrom('arena_rooms').selectAll().where('id', '=', roomId).executeTakeFirst()
}

/** Rooms whose round is over by the clock. */
export async function listTimedOut(store: Store, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from arena_rooms where round_ends_at is not null and round_ends_at <= ${now}
    order by round_ends_at limit ${limit}`.execute(store)
  return rows.map(({ id }) => id)
}

export async function readLastSeqs(store: Store, roomIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await store.selectFrom('arena_rooms').select(['id', 'seq']).where('id', 'in', roomIds).execute()
  return new Map(rows.map(({ id, seq }) => [id, seq]))
}

/** Participants besides the active ones: an identity's, a developer's, or all of the developer of a participant. */
export type Others = { identity?: string; developerId?: string; participantId?: string }

/** The room under its lock, with its active participants and others. */
export async function lockRoom(tx: Store, roomId: string, also: Others = {}): Promise<RoomState.RoomState> {
  const [room] = await lockRooms(tx, [roomId])
  if (!room) throw roomNotFound()
  const { rows } = await sql<ParticipantRow>`
    select * from arena_participants where room_id = ${roomId}
      and (status = 'active' or identity = ${also.identity ?? null} or developer_id = coalesce(${also.developerId ?? null},
        (select developer_id from arena_participants where id = ${also.participantId ?? null})))`.execute(tx)
  return RoomState.create(room, rows)
}

/** Rooms are locked in the order of their ids, so that two batches cannot deadlock. */
export async function lockRooms(tx: Store, roomIds: readonly string[]): Promise<RoomRow[]> {
  const { rows } = await sql<RoomRow>`
    select * from arena_rooms where id = any(${roomIds}) order by id for update`.execute(tx)
  return rows
}

export type Filter = {
  tag?: string | undefined
  status?: RoomStatus | undefined
  text?: string | undefined
  /** Only rooms of this identity: joined, or owned by it or by its developer. */
  mine?: { identity: string; developerId: string; ownsAll: boolean } | undefined
  limit: number
  cursor?: string | undefined
}

export type RoomPage = { rooms: RoomRow[]; nextCursor: string | null }

/** Rooms, newest activity first. */
export async function listRooms(store: Store, filter: Filter): Promise<RoomPage> {
  const { tag, status, text, mine, limit, cursor } = filter
  const scope = JSON.stringify(['rooms', tag, status, text, mine?.identity])
  const after = cursor === undefined ? undefined : Cursor.decode(scope, cursor, /^[0-9]{1,17} room_[0-9a-z]{26}$/)
  const conditions = [
    mine ? isMine(mine) : sql`visibility = 'PUBLIC'`,
    ...(tag === undefined ? [] : [sql`tags @> array[${tag}]`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(text === undefined ? [] : [sql`search like ${`%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`}`]),
    ...(after ? [sql`(active_at, id) < (${momentOf(after[0])}, ${after[1]})`] : []),
  ]
  const { rows } = await sql<RoomRow & { micros: number }>`
    select *, (extract(epoch from active_at) * 1000000)::int8 as micros from arena_rooms
    where ${sql.join(conditions, sql` and `)} order by active_at desc, id desc limit ${limit + 1}`.execute(store)
  const rooms = rows.slice(0, limit)
  const last = rooms.at(-1)
  const isLast = rows.length <= limit || !last
  return { rooms, nextCursor: isLast ? null : Cursor.encode(scope, [String(last.micros), last.id]) }
}

function momentOf(micros: string | undefined) {
  return sql`timestamptz 'epoch' + ${micros ?? '0'}::int8 * interval '1 microsecond'`
}

function isMine({ identity, developerId, ownsAll }: NonNullable<Filter['mine']>) {
  const owned = ownsAll ? sql`owner_developer = ${developerId}` : sql`owner = ${identity}`
  return sql`(${owned} or id in (select room_id from arena_participants where identity = ${identity} and status = 'active'))`
}
