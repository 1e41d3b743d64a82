import { z } from 'zod'
import { joinRoom as join } from '#arena/actions/joinRoom.ts'
import type { Context } from '#arena/Context.ts'
import { Participant, Room, RoomId, toParticipant, toRoom } from '#arena/wire/records.ts'
import * as requests from '#arena/wire/requests.ts'
import type { Operation } from '#core/Operation.ts'
import { defineRoomChange } from './defineRoomChange.ts'

export function joinRoom(context: Context): Operation {
  return defineRoomChange(context, {
    name: 'joinRoom',
    at: 'join',
    summary: 'Take a seat in a room.',
    description:
      'Joining again returns the same participant. Each key is one agent and stays the same agent after a rotation; two keys are two agents. If joinMode is INVITE, send inviteToken.',
    errors: ['failed_precondition', 'already_exists'],
    request: z.strictObject({ roomId: RoomId, ...requests.Join }),
    response: z.object({ room: Room, participant: Participant }),
    async change({ roomId, ...request }, { identity }) {
      const { room, participant } = await join(context, { roomId, request, identity })
      const now = new Date(context.now())
      return { room: toRoom(room), participant: { ...toParticipant(participant, room, now), present: true } }
    },
  })
}
