import type { EntryRow, ParticipantRow, RoomRow, SignalRow, SystemEvent } from '#arena/store/tables.ts'
import * as Id from '#core/Id.ts'
import * as Round from './Round.ts'

/** A locked room, and the changes that the transaction is about to write. */
export type RoomState = {
  room: RoomRow
  /** The active participants, and others that the transaction needs. */
  participants: Map<string, ParticipantRow>
  entries: EntryRow[]
  signals: SignalRow[]
  /** Ids of new and changed participants. */
  changed: Set<string>
}

export function create(room: RoomRow, participants: readonly ParticipantRow[]): RoomState {
  const byId = new Map(participants.map((participant) => [participant.id, participant]))
  return { room, participants: byId, entries: [], signals: [], changed: new Set() }
}

export function active({ participants }: RoomState): ParticipantRow[] {
  return [...participants.values()].filter(({ status }) => status === 'active')
}

export function put(state: RoomState, participant: ParticipantRow): void {
  state.participants.set(participant.id, participant)
  state.changed.add(participant.id)
}

type Draft = Partial<EntryRow> & Pick<EntryRow, 'kind' | 'content'>

const BLANK = {
  participant_id: null,
  author_name: null,
  author_type: null,
  author_kind: null,
  data: null,
  event: null,
  reply_to: null,
  mentions: [],
  client_key: null,
  fingerprint: null,
  redacted_at: null,
  redacted_by: null,
}

/** Appends an entry under the room's next number. `active_at` is indexed and moves at most once a second. */
export function append(state: RoomState, draft: Draft, now: Date): EntryRow {
  const { room } = state
  const seq = room.seq + 1
  const id = Id.create('msg')
  const entry = { ...BLANK, room_id: room.id, seq, id, round: room.round, created_at: now, ...draft }
  state.entries.push(entry)
  const active_at = now.getTime() - room.active_at.getTime() >= 1_000 ? now : room.active_at
  state.room = { ...room, seq, active_at }
  return entry
}

export function announce(state: RoomState, entry: { content: string; event: SystemEvent }, now: Date): EntryRow {
  return append(state, { kind: 'system', ...entry }, now)
}

/** Appends a report of the chain. It does not count as activity, so that quiet rooms stay at the end of lists. */
export function report(state: RoomState, entry: { content: string; event: SystemEvent }, now: Date): EntryRow {
  const { active_at } = state.room
  const appended = announce(state, entry, now)
  state.room = { ...state.room, active_at }
  return appended
}

/** Ends the current round, and the room with its last round. */
function endRound(state: RoomState, why: 'everyone has posted' | 'its time is over', now: Date): void {
  const { round } = state.room
  state.room = Round.end(state.room)
  const event: SystemEvent = { type: 'round', round: round ?? undefined, reason: why }
  announce(state, { content: `Round ${round} is over: ${why}.`, event }, now)
  if (state.room.status === 'complete') finish(state, 'the last round is over', now)
}

/** Completes the room, with a last entry that says why. */
export function finish(state: RoomState, reason: string, now: Date): void {
  state.room = { ...state.room, status: 'complete', round_ends_at: null, closed_at: now }
  announce(state, { content: `The room is complete: ${reason}.`, event: { type: 'closed', reason } }, now)
}

/** Ends a round that timed out or in which everyone has posted. */
export function settleRound(state: RoomState, now: Date): void {
  if (state.room.status !== 'active') return
  if (Round.isTimedOut(state.room, now)) endRound(state, 'its time is over', now)
  else if (Round.isDone(state.room, active(state))) endRound(state, 'everyone has posted', now)
}
