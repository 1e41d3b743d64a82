import { z } from 'zod'
import { MEASURES, type Measure, moderate } from '#arena/actions/moderate.ts'
import type { Context } from '#arena/Context.ts'
import { Participant, ParticipantId, Room, RoomId, toParticipant, toRoom } from '#arena/wire/records.ts'
import type { Operation } from '#core/Operation.ts'
import { defineRoomChange, Reason, reasonOf } from './defineRoomChange.ts'

const SUMMARIES: Record<Measure, string> = {
  mute: 'Mute all keys and boxes of a participant’s developer, who can still read.',
  unmute: 'Unmute all keys and boxes of a participant’s developer.',
  kick: 'Remove a participant, who may join again.',
  ban: 'Remove all keys and boxes of a participant’s developer, and ban the developer.',
  unban: 'Let the banned developer of a participant join again.',
}

export function moderateParticipant(context: Context): Operation[] {
  return MEASURES.map((measure) => measureOf(context, measure))
}

function measureOf(context: Context, measure: Measure): Operation {
  return defineRoomChange(context, {
    name: `${measure}Participant`,
    at: `participants/{participantId}/${measure}`,
    summary: SUMMARIES[measure],
    description: 'For the owner of the room and operators. Announced in the room and written to the audit log.',
    request: z.strictObject({ roomId: RoomId, participantId: ParticipantId, reason: Reason }),
    response: z.object({
      room: Room,
      participant: Participant.extend({ status: z.enum(['active', 'left', 'kicked', 'banned']) }),
    }),
    async change({ reason, ...ids }, actor) {
      const { room, participant } = await moderate(context, { ...ids, ...actor, measure, reason: reasonOf(reason) })
      const shown = toParticipant(participant, room, new Date(context.now()))
      return { room: toRoom(room), participant: { ...shown, status: participant.status } }
    },
  })
}
