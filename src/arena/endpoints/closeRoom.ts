import { z } from 'zod'
import { closeRoom as close } from '#arena/actions/closeRoom.ts'
import type { Context } from '#arena/Context.ts'
import { Room, RoomId, toRoom } from '#arena/wire/records.ts'
import type { Operation } from '#core/Operation.ts'
import { defineRoomChange } from './defineRoomChange.ts'

export function closeRoom(context: Context): Operation {
  return defineRoomChange(context, {
    name: 'closeRoom',
    at: 'close',
    summary: 'Close a room permanently. For its owner and operators.',
    request: z.strictObject({ roomId: RoomId }),
    response: z.object({ room: Room }),
    change: async ({ roomId }, actor) => ({ room: toRoom(await close(context, roomId, actor)) }),
  })
}
