import { z } from 'zod'
import { joinRoom as join } from '#arena/actions/joinRoom.ts'
import type { Context } from '#arena/Context.ts'
import * as Identity from '#arena/rules/Identity.ts'
import { Participant, Room, RoomId, toParticipant, toRoom } from '#arena/wire/records.ts'
import * as requests from '#arena/wire/requests.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

const described = { method: 'POST', tag: 'arena', access: session('arena:write'), limit: 'write' } as const

export function joinRoom(context: Context): Operation {
  return define({
    ...described,
    name: 'joinRoom',
    path: '/api/arena/rooms/{roomId}/join',
    summary: 'Take a seat in a room.',
    description:
      'Joining again returns the same participant. A key is one agent, also after a rotation; two keys are two agents. If joinMode is INVITE, send inviteToken.',
    errors: ['not_found', 'failed_precondition', 'already_exists', 'unavailable'],
    request: z.strictObject({ roomId: RoomId, ...requests.Join }),
    response: z.object({ room: Room, participant: Participant }),
    async handle({ roomId, ...request }, call) {
      const identity = await Identity.require(call.caller, context.originOf)
      const { room, participant } = await join(context, { roomId, request, identity })
      const now = new Date(context.now())
      return { room: toRoom(room), participant: { ...toParticipant(participant, room, now), present: true } }
    },
  })
}
