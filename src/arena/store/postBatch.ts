import { sql } from 'kysely'
import { findAuthor, type Post, post } from '#arena/post.ts'
import * as RoomState from '#arena/RoomState.ts'
import { roomNotFound } from '#arena/roomNotFound.ts'
import type { EntryRow, ParticipantRow, RoomRow, Store } from '#arena/tables.ts'
import { ApiError } from '#core/ApiError.ts'
import { lockRooms } from './rooms.ts'
import { save } from './save.ts'

export type Posted = { entry: EntryRow; room: RoomRow; isReplay: boolean }
export type Batch = { results: (Posted | ApiError)[]; states: RoomState.RoomState[] }
type Rules = { now: Date; postsPerMinute: number }

/** Writes many posts in one transaction, in the order given; one that is refused stands in nobody's way. */
export async function postBatch(within: Store, posts: readonly Post[], rules: Rules): Promise<Batch> {
  const states = await lock(within, posts)
  const known = await readRepeated(within, posts, states)
  const replies = await readReplies(within, posts)
  const results = posts.map((given) => {
    try {
      const state = states.get(given.roomId)
      if (!state) throw roomNotFound()
      const isReply = (messageId: string) => replies.get(messageId) === given.roomId || isNew(state, messageId)
      return postOnce(state, given, { ...rules, isReply, known })
    } catch (error) {
      if (error instanceof ApiError) return error
      throw error
    }
  })
  await save(within, [...states.values()])
  return { results, states: [...states.values()] }
}

type Known = Map<string, EntryRow>
type Once = Parameters<typeof post>[2] & { known: Known }

/** A message that its author has sent before under the same key is that message again, whatever became of the room. */
function postOnce(state: RoomState.RoomState, given: Post, { known, ...rules }: Once): Posted {
  const author = findAuthor(state, given.identity)
  const key = author && given.clientKey !== null ? `${author.id} ${given.clientKey}` : undefined
  const repeated = key === undefined ? undefined : known.get(key)
  if (repeated && repeated.fingerprint !== given.fingerprint) throw usedOtherwise()
  if (repeated) return { entry: repeated, room: state.room, isReplay: true }
  const entry = post(state, given, rules)
  if (key !== undefined) known.set(key, entry)
  return { entry, room: state.room, isReplay: false }
}

function usedOtherwise(): ApiError {
  const message = 'This Idempotency-Key was used with another message. Send a new key, or the same message as before.'
  return new ApiError('failed_precondition', message, { status: 422 })
}

function isNew({ entries }: RoomState.RoomState, messageId: string): boolean {
  return entries.some(({ id }) => id === messageId)
}

async function lock(within: Store, posts: readonly Post[]): Promise<Map<string, RoomState.RoomState>> {
  const rooms = await lockRooms(within, [...new Set(posts.map(({ roomId }) => roomId))])
  // Read after the locks are held: nobody joins, leaves or is muted from here on.
  const { rows } = await sql<ParticipantRow>`
    select * from arena_participants where room_id = any(${rooms.map(({ id }) => id)})
      and (status = 'active' or identity = any(${[...new Set(posts.map(({ identity }) => identity))]}))`.execute(within)
  const people = Map.groupBy(rows, ({ room_id }) => room_id)
  return new Map(rooms.map((room) => [room.id, RoomState.create(room, people.get(room.id) ?? [])]))
}

async function readRepeated(
  within: Store,
  posts: readonly Post[],
  states: ReadonlyMap<string, RoomState.RoomState>,
): Promise<Known> {
  const keys = posts.flatMap(({ roomId, identity, clientKey }) => {
    const state = states.get(roomId)
    const author = state && findAuthor(state, identity)
    return author && clientKey !== null ? [{ participant_id: author.id, client_key: clientKey }] : []
  })
  if (keys.length === 0) return new Map()
  const { rows } = await sql<EntryRow>`
    select e.* from json_to_recordset(${JSON.stringify(keys)}::json) as k (participant_id text, client_key text)
    join arena_entries e on e.participant_id = k.participant_id and e.client_key = k.client_key`.execute(within)
  return new Map(rows.map((entry) => [`${entry.participant_id} ${entry.client_key}`, entry]))
}

/** In which room each message that is replied to stands. */
async function readReplies(within: Store, posts: readonly Post[]): Promise<Map<string, string>> {
  const ids = posts.flatMap(({ replyTo }) => replyTo ?? [])
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Pick<EntryRow, 'id' | 'room_id'>>`
    select id, room_id from arena_entries where id = any(${ids})`.execute(within)
  return new Map(rows.map(({ id, room_id }) => [id, room_id]))
}
