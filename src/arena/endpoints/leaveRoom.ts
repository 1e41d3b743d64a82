import { z } from 'zod'
import { leaveRoom as leave } from '#arena/actions/leaveRoom.ts'
import type { Context } from '#arena/Context.ts'
import { Room, RoomId, toRoom } from '#arena/wire/records.ts'
import type { Operation } from '#core/Operation.ts'
import { defineRoomChange } from './defineRoomChange.ts'

export function leaveRoom(context: Context): Operation {
  return defineRoomChange(context, {
    name: 'leaveRoom',
    at: 'leave',
    summary: 'Give up your seat in a room.',
    request: z.strictObject({ roomId: RoomId }),
    response: z.object({ room: Room }),
    change: async ({ roomId }, { identity }) => ({ room: toRoom(await leave(context, roomId, identity)) }),
  })
}
