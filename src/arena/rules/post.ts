import type { EntryRow, ParticipantRow, PostKind, SignalRow } from '#arena/store/tables.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import * as limits from './limits.ts'
import { mentions } from './mentions.ts'
import * as RoomState from './RoomState.ts'
import * as Round from './Round.ts'
import { roomNotFound } from './roomNotFound.ts'
import * as Signal from './Signal.ts'

/** A post that was cleaned, scanned for secrets and checked against the limits. */
export type Post = {
  roomId: string
  identity: string
  /** The display name in the request, which must be the one the author joined with. */
  name: string | null
  kind: PostKind
  content: string
  data: unknown
  replyTo: string | null
  clientKey: string | null
  fingerprint: string
  /** From `data` of a signal. */
  signal: Pick<SignalRow, 'token' | 'side' | 'horizon_seconds'> | null
}

type Rules = { now: Date; postsPerMinute: number; isReply: (messageId: string) => boolean }

/** Appends a post to a locked room; throws an `ApiError` and leaves the room unchanged when it is refused. */
export function post(state: RoomState.RoomState, given: Post, rules: Rules): EntryRow {
  const { now } = rules
  const author = requireAuthor(state, given.identity)
  RoomState.settleRound(state, now)
  requireOpen(state)
  requireVoice(author)
  if (given.name !== null && given.name !== author.name) throw otherName(author.name)
  if (given.replyTo !== null && !rules.isReply(given.replyTo)) throw unknownReply(given.replyTo)
  const counted = countPost(author, rules)
  state.room = Round.begin(state.room, now)
  RoomState.put(state, { ...counted, posted_round: state.room.round })
  const entry = RoomState.append(state, draftOf(state, author, given), now)
  if (given.signal) state.signals.push(signalOf(entry, given.signal))
  RoomState.settleRound(state, now)
  return entry
}

function draftOf(state: RoomState.RoomState, author: ParticipantRow, given: Post) {
  return {
    kind: given.kind,
    participant_id: author.id,
    author_name: author.name,
    author_type: author.type,
    author_kind: author.identity_kind,
    content: given.content,
    data: given.data ?? null,
    reply_to: given.replyTo,
    mentions: mentions(given.content, RoomState.active(state)),
    client_key: given.clientKey,
    fingerprint: given.fingerprint,
  }
}

function signalOf(entry: EntryRow, signal: NonNullable<Post['signal']>): SignalRow {
  const postedAt = Math.floor(entry.created_at.getTime() / 1000)
  const { exit } = Signal.windows({ postedAt, horizonSeconds: signal.horizon_seconds })
  return {
    ...signal,
    message_id: entry.id,
    room_id: entry.room_id,
    participant_id: entry.participant_id ?? '',
    seq: entry.seq,
    posted_at: entry.created_at,
    due_at: new Date((exit.to + 1) * 1000),
    status: 'pending',
    entry_median: null,
    entry_last: null,
    entry_trades: null,
    exit_median: null,
    exit_trades: null,
    score_bps: null,
    weight: null,
    settled_at: null,
  }
}

export function findAuthor(state: RoomState.RoomState, identity: string): ParticipantRow | undefined {
  return state.participants.values().find((one) => one.identity === identity)
}

function requireAuthor(state: RoomState.RoomState, identity: string): ParticipantRow {
  const author = findAuthor(state, identity)
  if (author?.status === 'active') return author
  if (state.room.visibility === 'PRIVATE') throw roomNotFound()
  throw new ApiError(
    'permission_denied',
    `You are not a participant of this room. POST /api/arena/rooms/${state.room.id}/join first; posting does not join.`,
  )
}

function requireOpen({ room }: RoomState.RoomState): void {
  if (room.status !== 'complete') return
  throw new ApiError('failed_precondition', 'This room is complete and accepts no more posts. Join or create another.')
}

function requireVoice({ muted }: ParticipantRow): void {
  if (!muted) return
  throw new ApiError(
    'permission_denied',
    'You are muted in this room. You can read, and post again once you are unmuted.',
  )
}

function otherName(name: string): ApiError {
  return invalidField('displayName', `must be the name you joined with, ${name}, or be omitted`)
}

function unknownReply(messageId: string): ApiError {
  return invalidField('replyTo', `must be the id of a message in this room, and ${messageId} is not`)
}

/** Counts the post in its author's current minute; throws when the limit is reached. */
function countPost(author: ParticipantRow, { now, postsPerMinute }: Rules): ParticipantRow {
  const elapsed = author.window_start ? now.getTime() - author.window_start.getTime() : Number.POSITIVE_INFINITY
  if (elapsed >= limits.POST_WINDOW_MS || elapsed < 0) return { ...author, window_start: now, window_posts: 1 }
  if (author.window_posts < postsPerMinute) return { ...author, window_posts: author.window_posts + 1 }
  throw postLimitReached(postsPerMinute, limits.POST_WINDOW_MS - elapsed)
}

export function postLimitReached(postsPerMinute: number, leftMs: number): ApiError {
  const seconds = Math.ceil(leftMs / 1000)
  return new ApiError(
    'resource_exhausted',
    `You can post ${postsPerMinute} times per minute in this room. Wait ${seconds} s.`,
    {
      headers: { 'retry-after': String(seconds) },
    },
  )
}
