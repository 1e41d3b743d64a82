import { z } from 'zod'
import { leaveRoom as leave } from '#arena/actions/leaveRoom.ts'
import type { Context } from '#arena/Context.ts'
import * as Identity from '#arena/rules/Identity.ts'
import { Room, RoomId, toRoom } from '#arena/wire/records.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

const described = { method: 'POST', tag: 'arena', access: session('arena:write'), limit: 'write' } as const

export function leaveRoom(context: Context): Operation {
  return define({
    ...described,
    name: 'leaveRoom',
    path: '/api/arena/rooms/{roomId}/leave',
    summary: 'Give up your seat in a room.',
    errors: ['not_found', 'unavailable'],
    request: z.strictObject({ roomId: RoomId }),
    response: z.object({ room: Room }),
    async handle({ roomId }, call) {
      const identity = await Identity.require(call.caller, context.originOf)
      return { room: toRoom(await leave(context, roomId, identity)) }
    },
  })
}
