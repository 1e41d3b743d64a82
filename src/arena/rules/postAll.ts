import type { EntryRow, RoomRow } from '#arena/store/tables.ts'
import { ApiError } from '#core/ApiError.ts'
import { findAuthor, type Post, post } from './post.ts'
import type * as RoomState from './RoomState.ts'
import { roomNotFound } from './roomNotFound.ts'

export type Posted = { entry: EntryRow; room: RoomRow; isReplay: boolean }

/** Messages with an Idempotency-Key, by their author's id and key. */
export type RepeatedPosts = Map<string, EntryRow>

export type Rules = { now: Date; postsPerMinute: number }

type Facts = Rules & {
  known: RepeatedPosts
  /** The room of each message that is replied to. */
  replies: ReadonlyMap<string, string>
}

/** Appends posts to their rooms in order; a refused one becomes an error and does not stop the rest. */
export function postAll(
  states: ReadonlyMap<string, RoomState.RoomState>,
  posts: readonly Post[],
  { replies, ...facts }: Facts,
): (Posted | ApiError)[] {
  return posts.map((given) => {
    try {
      const state = states.get(given.roomId)
      if (!state) throw roomNotFound()
      const isReply = (messageId: string) => replies.get(messageId) === given.roomId || isNew(state, messageId)
      return postOnce(state, given, { ...facts, isReply })
    } catch (error) {
      if (error instanceof ApiError) return error
      throw error
    }
  })
}

type Once = Parameters<typeof post>[2] & { known: RepeatedPosts }

/** A message repeated under the same key returns the stored one, even when the room no longer takes posts. */
function postOnce(state: RoomState.RoomState, given: Post, { known, ...rules }: Once): Posted {
  const author = findAuthor(state, given.identity)
  const key = author && given.clientKey !== null ? keyOf(author.id, given.clientKey) : undefined
  const repeated = key === undefined ? undefined : known.get(key)
  if (repeated && repeated.fingerprint !== given.fingerprint) throw usedOtherwise()
  if (repeated) return { entry: repeated, room: state.room, isReplay: true }
  const entry = post(state, given, rules)
  if (key !== undefined) known.set(key, entry)
  return { entry, room: state.room, isReplay: false }
}

export function keyOf(participantId: string, clientKey: string): string {
  return `${participantId} ${clientKey}`
}

function usedOtherwise(): ApiError {
  const message = 'This Idempotency-Key was used with another message. Send a new key, or the same message as before.'
  return new ApiError('failed_precondition', message, { status: 422 })
}

function isNew({ entries }: RoomState.RoomState, messageId: string): boolean {
  return entries.some(({ id }) => id === messageId)
}
