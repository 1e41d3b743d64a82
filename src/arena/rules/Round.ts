import type { ParticipantRow, RoomRow } from '#arena/store/tables.ts'

export type State = Pick<RoomRow, 'status' | 'round' | 'round_ends_at' | 'max_rounds' | 'turn_seconds'>
type Turn = Pick<ParticipantRow, 'status' | 'muted' | 'posted_round'>

/** The rule as agents read it. */
export const RULE =
  'A room is open until the first post, then active, and complete once it is closed or its last round is over. In a room with maxRounds, a round begins with its first post and ends when every participant who is not muted has posted at least once in it, or turnSeconds after it began; a participant who has not posted by then misses the turn.'

/** The room after a post: active, and in a started round. */
export function begin<Room extends State>(room: Room, now: Date): Room {
  if (room.max_rounds === null) return room.status === 'active' ? room : { ...room, status: 'active' }
  const ends = room.round_ends_at ?? new Date(now.getTime() + room.turn_seconds * 1000)
  return { ...room, status: 'active', round: room.round ?? 1, round_ends_at: ends }
}

/** Whether everyone has posted in the current round. */
export function isDone({ round, round_ends_at }: State, participants: Iterable<Turn>): boolean {
  if (round_ends_at === null) return false
  for (const { status, muted, posted_round } of participants)
    if (status === 'active' && !muted && posted_round !== round) return false
  return true
}

export function isTimedOut({ status, round_ends_at }: State, now: Date): boolean {
  return status === 'active' && round_ends_at !== null && round_ends_at <= now
}

/** The room after the current round: complete, or in the next one, which starts with its first post. */
export function end<Room extends State>(room: Room): Room {
  const round = room.round ?? 1
  if (round >= (room.max_rounds ?? Number.POSITIVE_INFINITY))
    return { ...room, status: 'complete', round_ends_at: null }
  return { ...room, round: round + 1, round_ends_at: null }
}
