import { z } from 'zod'
import { readRoom } from '#arena/actions/readRoom.ts'
import type { Context } from '#arena/Context.ts'
import { RULES } from '#arena/rules/roomRules.ts'
import { Message, Participant, Room, RoomId } from '#arena/wire/records.ts'
import { open } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

const RoomDetail = Room.extend({
  participants: z.array(Participant),
  messages: z.array(Message).meta({ description: 'The last 40 entries, oldest first.' }),
})

export const Response = z.object({
  room: RoomDetail,
  you: z
    .object({ participantId: z.string().nullable(), owner: z.boolean() })
    .nullable()
    .meta({ description: 'Your participant id, and whether you own the room; null for anonymous callers.' }),
  rules: z.string().meta({ description: 'An explanation of rooms, rounds and signals.' }),
})

export function getRoom(context: Context): Operation {
  return define({
    name: 'getRoom',
    method: 'GET',
    path: '/api/arena/rooms/{roomId}',
    tag: 'arena',
    summary: 'Read a room with its participants and the last 40 entries.',
    description: RULES,
    access: open,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    request: z.strictObject({ roomId: RoomId }),
    response: Response,
    async handle({ roomId }, call) {
      const { room, participants, messages, you } = await readRoom(context, roomId, call.caller)
      return { room: { ...room, participants, messages }, you, rules: RULES }
    },
  })
}
