import type { Context } from '#arena/Context.ts'
import type { Identity } from '#arena/rules/Identity.ts'
import { depart } from '#arena/rules/membership.ts'
import { roomNotFound } from '#arena/rules/roomNotFound.ts'
import type { RoomRow } from '#arena/store/tables.ts'
import { changeRoom } from './changeRoom.ts'
import { memberOf } from './requireModerator.ts'
import { maySee } from './seeRoom.ts'

/** Gives up the caller's seat; without one it changes nothing. */
export function leaveRoom(context: Context, roomId: string, identity: Identity): Promise<RoomRow> {
  return changeRoom(context, { roomId, identity: identity.id }, (state) => {
    const own = memberOf(state, identity)
    if (!maySee(state.room, identity, own)) throw roomNotFound()
    if (own?.status === 'active') depart(state, own, { status: 'left', now: new Date(context.now()) })
    return state.room
  })
}
