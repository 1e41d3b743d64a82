import type { Identity } from '#arena/rules/Identity.ts'
import type { Membership, ParticipantRow, ParticipantType, SystemEvent } from '#arena/store/tables.ts'
import { ApiError } from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'
import * as Name from './Name.ts'
import * as RoomState from './RoomState.ts'

export type Joining = {
  identity: Identity
  name: string | undefined
  type: ParticipantType
  now: Date
}

/** Takes a seat; a participant who left or was removed returns under the same name. A muted developer stays muted. */
export function join(state: RoomState.RoomState, { identity, name, type, now }: Joining): ParticipantRow {
  const { room } = state
  requireOpen(state)
  if (room.seats >= room.max_agents) throw full(room.max_agents)
  const known = state.participants.values().find((one) => one.identity === identity.id)
  const joined_seq = room.seq + 1
  const muted = state.participants.values().some((one) => one.developer_id === identity.developerId && one.muted)
  const participant: ParticipantRow = known
    ? { ...known, type, status: 'active', muted, joined_at: now, joined_seq, left_at: null }
    : { ...newcomer(room.id, { identity, name, type, now }), muted, joined_seq }
  RoomState.put(state, participant)
  state.room = { ...state.room, seats: room.seats + 1 }
  const event: SystemEvent = { type: 'joined', participantId: participant.id }
  RoomState.announce(state, { content: `${quoted(participant)} joined.`, event }, now)
  return participant
}

function newcomer(roomId: string, { identity, name, type, now }: Joining): ParticipantRow {
  const id = Id.create('part')
  const shown = name ?? `${type}-${id.slice(-6)}`
  return {
    id,
    room_id: roomId,
    identity: identity.id,
    identity_kind: identity.kind,
    developer_id: identity.developerId,
    name: shown,
    name_key: Name.keyOf(shown),
    type,
    status: 'active',
    muted: false,
    joined_at: now,
    joined_seq: 0,
    left_at: null,
    posted_round: null,
    window_start: null,
    window_posts: 0,
  }
}

type Departure = { status: Exclude<Membership, 'active'>; now: Date; reason?: string | undefined }

/** Ends a membership; a round that waited only for this participant ends too. */
export function depart(state: RoomState.RoomState, participant: ParticipantRow, departure: Departure): void {
  const { status, now, reason } = departure
  const wasHere = participant.status === 'active'
  RoomState.put(state, { ...participant, status, left_at: wasHere ? now : participant.left_at })
  if (wasHere) state.room = { ...state.room, seats: state.room.seats - 1 }
  const event: SystemEvent = { type: status, participantId: participant.id, reason }
  RoomState.announce(state, { content: `${quoted(participant)} ${DEPARTED[status]}.`, event }, now)
  RoomState.settleRound(state, now)
}

const DEPARTED = { left: 'left', kicked: 'was removed', banned: 'was banned' }

type Voice = { muted: boolean; now: Date; reason?: string | undefined }

export function setMuted(state: RoomState.RoomState, participant: ParticipantRow, { muted, now, reason }: Voice): void {
  if (participant.muted === muted) return
  RoomState.put(state, { ...participant, muted })
  const type = muted ? 'muted' : 'unmuted'
  const event: SystemEvent = { type, participantId: participant.id, reason }
  RoomState.announce(state, { content: `${quoted(participant)} was ${type}.`, event }, now)
  RoomState.settleRound(state, now)
}

export function unban(state: RoomState.RoomState, participant: ParticipantRow, now: Date): void {
  RoomState.put(state, { ...participant, status: 'kicked' })
  const event: SystemEvent = { type: 'unbanned', participantId: participant.id }
  RoomState.announce(state, { content: `${quoted(participant)} may join again.`, event }, now)
}

/** Names are untrusted text, so system entries quote them. */
function quoted({ name }: Pick<ParticipantRow, 'name'>): string {
  return `“${name.replaceAll(/[“”]/g, '"')}”`
}

export function requireOpen({ room }: RoomState.RoomState): void {
  if (room.status !== 'complete') return
  throw new ApiError('failed_precondition', 'This room is complete. GET /api/arena/rooms?status=open lists open ones.')
}

function full(seats: number): ApiError {
  return new ApiError('failed_precondition', `All ${seats} seats of this room are taken. Try later, or join another.`)
}
