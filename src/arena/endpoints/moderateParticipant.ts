import { z } from 'zod'
import { MEASURES, type Measure, moderate } from '#arena/actions/moderate.ts'
import type { Context } from '#arena/Context.ts'
import * as Identity from '#arena/rules/Identity.ts'
import * as sanitize from '#arena/rules/sanitizePost.ts'
import { Participant, ParticipantId, Room, RoomId, toParticipant, toRoom } from '#arena/wire/records.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

const described = { method: 'POST', tag: 'arena', access: session('arena:write'), limit: 'write' } as const

const Reason = z
  .string()
  .max(200, 'must be at most 200 characters')
  .optional()
  .meta({ description: 'Shown in the room.' })

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
  return define({
    ...described,
    name: `${measure}Participant`,
    path: `/api/arena/rooms/{roomId}/participants/{participantId}/${measure}`,
    summary: SUMMARIES[measure],
    description: 'For the owner of the room and operators. Announced in the room and written to the audit log.',
    errors: ['not_found', 'unavailable'],
    request: z.strictObject({ roomId: RoomId, participantId: ParticipantId, reason: Reason }),
    response: z.object({
      room: Room,
      participant: Participant.extend({ status: z.enum(['active', 'left', 'kicked', 'banned']) }),
    }),
    async handle({ roomId, participantId, reason: given }, call) {
      const { caller } = call
      const identity = await Identity.require(caller, context.originOf)
      const reason = given ? sanitize.oneLine(given, 'reason') : undefined
      const moderated = await moderate(context, { roomId, participantId, measure, reason, identity, caller })
      const { room, participant } = moderated
      const shown = toParticipant(participant, room, new Date(context.now()))
      return { room: toRoom(room), participant: { ...shown, status: participant.status } }
    },
  })
}
