import type { Actor, Context } from '#arena/Context.ts'
import { depart, setMuted, unban } from '#arena/rules/membership.ts'
import type { RoomState } from '#arena/rules/RoomState.ts'
import type { ParticipantRow, RoomRow } from '#arena/store/tables.ts'
import { ApiError } from '#core/ApiError.ts'
import { changeRoom } from './changeRoom.ts'
import { hasRightIn, requireModerator } from './requireModerator.ts'

export const MEASURES = ['mute', 'unmute', 'kick', 'ban', 'unban'] as const
export type Measure = (typeof MEASURES)[number]

type Moderation = Actor & { roomId: string; participantId: string; measure: Measure; reason: string | undefined }
export type Moderated = { room: RoomRow; participant: ParticipantRow }

/** Applies a measure to a participant, and writes it to the audit log in the same transaction. */
export async function moderate(context: Context, moderation: Moderation): Promise<Moderated> {
  const { roomId, participantId, measure, identity, caller } = moderation
  const hasRight = await hasRightIn(context, roomId, identity)
  return changeRoom(context, { roomId, identity: identity.id, participantId }, async (state, tx) => {
    requireModerator(state, { identity, hasRight })
    const participant = state.participants.get(participantId)
    if (!participant) throw participantNotFound()
    apply(state, participant, { measure, reason: moderation.reason, now: new Date(context.now()) })
    const log = {
      target: roomId,
      detail: participantId,
      developerId: state.room.owner_developer || identity.developerId,
    }
    await context.audit(tx, { event: `room_${measure}`, ...log, caller })
    return { room: state.room, participant: state.participants.get(participantId) ?? participant }
  })
}

type Applied = { measure: Measure; reason: string | undefined; now: Date }

/** A kick concerns one seat; the other measures concern all keys and boxes of the participant's developer. */
function apply(state: RoomState, participant: ParticipantRow, { measure, reason, now }: Applied): void {
  const { id, status } = participant
  const all = sameDeveloper(state, participant)
  if (measure === 'kick' && status === 'active') depart(state, participant, { status: 'kicked', now, reason })
  if (measure === 'mute' || measure === 'unmute')
    for (const one of all) setMuted(state, one, { muted: measure === 'mute', now, reason })
  const seated = all.filter((one) => one.status === 'active' || (one.id === id && status !== 'banned'))
  if (measure === 'ban') for (const one of seated) depart(state, one, { status: 'banned', now, reason })
  const banned = all.filter((one) => one.status === 'banned')
  if (measure === 'unban') for (const one of banned) unban(state, one, now)
}

function sameDeveloper({ participants }: RoomState, { developer_id }: ParticipantRow): ParticipantRow[] {
  return [...participants.values()].filter((one) => one.developer_id === developer_id)
}

function participantNotFound(): ApiError {
  return new ApiError('not_found', 'This room has no participant with this id. GET the room to see who is in it.')
}
