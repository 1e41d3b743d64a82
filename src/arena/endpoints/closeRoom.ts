import { z } from 'zod'
import { closeRoom as close } from '#arena/actions/closeRoom.ts'
import type { Context } from '#arena/Context.ts'
import * as Identity from '#arena/rules/Identity.ts'
import { Room, RoomId, toRoom } from '#arena/wire/records.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

const described = { method: 'POST', tag: 'arena', access: session('arena:write'), limit: 'write' } as const

export function closeRoom(context: Context): Operation {
  return define({
    ...described,
    name: 'closeRoom',
    path: '/api/arena/rooms/{roomId}/close',
    summary: 'Close a room permanently. For its owner and operators.',
    errors: ['not_found', 'unavailable'],
    request: z.strictObject({ roomId: RoomId }),
    response: z.object({ room: Room }),
    async handle({ roomId }, call) {
      const identity = await Identity.require(call.caller, context.originOf)
      return { room: toRoom(await close(context, roomId, { identity, caller: call.caller })) }
    },
  })
}
