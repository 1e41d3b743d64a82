import { sql } from 'kysely'
import { findAuthor, type Post } from '#arena/rules/post.ts'
import { keyOf, type Posted, postAll, type RepeatedPosts, type Rules } from '#arena/rules/postAll.ts'
import * as RoomState from '#arena/rules/RoomState.ts'
import type { EntryRow, ParticipantRow, Store } from '#arena/store/tables.ts'
import { ApiError } from '#core/ApiError.ts'
import type { RememberedRooms } from './RememberedRooms.ts'
import { lockRooms } from './rooms.ts'
import { save, saveUnlessMoved } from './save.ts'

type Batch<Result> = { results: Result[]; states: RoomState.RoomState[] }
type Memory = Rules & { rooms: RememberedRooms }

/** Writes posts in one transaction and in order; a refused one does not stop the rest. */
export async function postBatch(tx: Store, posts: readonly Post[], rules: Rules): Promise<Batch<Posted | ApiError>> {
  const states = await lock(tx, posts)
  const known = await readRepeated(tx, posts, states)
  const replies = await readReplies(tx, posts)
  const results = postAll(states, posts, { ...rules, known, replies })
  await save(tx, [...states.values()])
  return { results, states: [...states.values()] }
}

/**
 * Writes posts in one statement from the remembered state of their rooms, if none of the rooms has changed since.
 * Otherwise, and when a post would be refused, writes nothing and returns undefined: `postBatch` decides under the lock.
 */
export async function postFromMemory(
  store: Store,
  posts: readonly Post[],
  { rooms, ...rules }: Memory,
): Promise<Batch<Posted> | undefined> {
  const states = rooms.recall(posts.map(({ roomId }) => roomId))
  if (!states) return undefined
  const replies = await readReplies(store, posts)
  // A repeated key violates the unique index, and the statement fails.
  const results = postAll(states, posts, { ...rules, known: new Map(), replies })
  const taken = results.filter((result): result is Posted => !(result instanceof ApiError))
  const changed = [...states.values()]
  if (taken.length < posts.length || !(await saveUnlessMoved(store, changed))) return undefined
  return { results: taken, states: changed }
}

async function lock(tx: Store, posts: readonly Post[]): Promise<Map<string, RoomState.RoomState>> {
  const rooms = await lockRooms(tx, [...new Set(posts.map(({ roomId }) => roomId))])
  // Read after the locks are taken: no one joins, leaves or is muted from here on.
  const { rows } = await sql<ParticipantRow>`
    select * from arena_participants where room_id = any(${rooms.map(({ id }) => id)})
      and (status = 'active' or identity = any(${[...new Set(posts.map(({ identity }) => identity))]}))`.execute(tx)
  const people = Map.groupBy(rows, ({ room_id }) => room_id)
  return new Map(rooms.map((room) => [room.id, RoomState.create(room, people.get(room.id) ?? [])]))
}

async function readRepeated(
  tx: Store,
  posts: readonly Post[],
  states: ReadonlyMap<string, RoomState.RoomState>,
): Promise<RepeatedPosts> {
  const keys = posts.flatMap(({ roomId, identity, clientKey }) => {
    const state = states.get(roomId)
    const author = state && findAuthor(state, identity)
    return author && clientKey !== null ? [{ participant_id: author.id, client_key: clientKey }] : []
  })
  if (keys.length === 0) return new Map()
  const { rows } = await sql<EntryRow>`
    select e.* from json_to_recordset(${JSON.stringify(keys)}::json) as k (participant_id text, client_key text)
    join arena_entries e on e.participant_id = k.participant_id and e.client_key = k.client_key`.execute(tx)
  return new Map(rows.map((entry) => [keyOf(entry.participant_id ?? '', entry.client_key ?? ''), entry]))
}

/** The room of each message that is replied to. */
async function readReplies(tx: Store, posts: readonly Post[]): Promise<Map<string, string>> {
  const ids = posts.flatMap(({ replyTo }) => replyTo ?? [])
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Pick<EntryRow, 'id' | 'room_id'>>`
    select id, room_id from arena_entries where id = any(${ids})`.execute(tx)
  return new Map(rows.map(({ id, room_id }) => [id, room_id]))
}
