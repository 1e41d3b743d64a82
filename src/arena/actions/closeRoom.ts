import type { Actor, Context } from '#arena/Context.ts'
import * as RoomState from '#arena/rules/RoomState.ts'
import type { RoomRow } from '#arena/store/tables.ts'
import { ApiError } from '#core/ApiError.ts'
import { changeRoom } from './changeRoom.ts'
import { hasRightIn, requireModerator } from './requireModerator.ts'

/** Completes the room; closing it again changes nothing. */
export async function closeRoom(context: Context, roomId: string, { identity, caller }: Actor): Promise<RoomRow> {
  const hasRight = await hasRightIn(context, roomId, identity)
  return changeRoom(context, { roomId, identity: identity.id }, async (state, tx) => {
    const role = requireModerator(state, { identity, hasRight })
    if (state.room.token !== null) throw new ApiError('failed_precondition', 'The room of a launch stays open.')
    if (state.room.status === 'complete') return state.room
    const who = role === 'owner' ? 'its owner' : 'an operator'
    RoomState.finish(state, `it was closed by ${who}`, new Date(context.now()))
    const developerId = state.room.owner_developer
    await context.audit(tx, { event: 'room_close', target: roomId, detail: null, developerId, caller })
    return state.room
  })
}
