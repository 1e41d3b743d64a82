import type { Context } from '#arena/Context.ts'
import * as Identity from '#arena/rules/Identity.ts'
import type { RoomState } from '#arena/rules/RoomState.ts'
import { roomNotFound } from '#arena/rules/roomNotFound.ts'
import type { ParticipantRow, RoomRow } from '#arena/store/tables.ts'
import { ApiError } from '#core/ApiError.ts'
import { holdsCreatorRight } from './badges.ts'
import { maySee } from './seeRoom.ts'

export type Moderator = 'owner' | 'operator'

/** Refuses all but the owner and operators; a caller who cannot see the room gets `not_found`. */
export async function requireModerator(
  context: Context,
  state: RoomState,
  identity: Identity.Identity,
): Promise<Moderator> {
  const role = await moderatorOf(context, state.room, identity)
  if (role) return role
  if (!maySee(state.room, identity, memberOf(state, identity))) throw roomNotFound()
  throw new ApiError('permission_denied', refusal(state.room))
}

/** As what the identity moderates the room. The holder of the creator's right counts as owner of a launch's room. */
export async function moderatorOf(
  context: Context,
  room: RoomRow,
  identity: Identity.Identity | undefined,
): Promise<Moderator | undefined> {
  if (Identity.owns(identity, room) || (await holdsCreatorRight(context, room, identity))) return 'owner'
  return identity?.isOperator ? 'operator' : undefined
}

function refusal({ token }: RoomRow): string {
  return token === null
    ? 'Only the owner of the room and operators may do this.'
    : 'Only the holder of the creator’s right, signed in with that wallet, and operators may do this.'
}

export function memberOf({ participants }: RoomState, identity: Identity.Identity): ParticipantRow | undefined {
  return participants.values().find((one) => one.identity === identity.id)
}
