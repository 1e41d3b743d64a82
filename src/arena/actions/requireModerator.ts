import type { Context } from '#arena/Context.ts'
import * as Identity from '#arena/rules/Identity.ts'
import type { RoomState } from '#arena/rules/RoomState.ts'
import { roomNotFound } from '#arena/rules/roomNotFound.ts'
import { findRoom } from '#arena/store/rooms.ts'
import type { ParticipantRow, RoomRow } from '#arena/store/tables.ts'
import { ApiError } from '#core/ApiError.ts'
import { holdsCreatorRight } from './badges.ts'
import { maySee } from './seeRoom.ts'

export type Moderator = 'owner' | 'operator'

/**
 * Whether the identity has the creator's right of the launch whose room it is. It is read before the room is locked,
 * because transactions that wait for further connections can exhaust the pool.
 */
export async function hasRightIn(context: Context, roomId: string, identity: Identity.Identity): Promise<boolean> {
  const room = context.launches && (await findRoom(context.store, roomId))
  return room !== undefined && holdsCreatorRight(context, room, identity)
}

type Moderating = { identity: Identity.Identity; hasRight: boolean }

/** Refuses all but the owner and operators; a caller who cannot see the room gets `not_found`. */
export function requireModerator(state: RoomState, { identity, hasRight }: Moderating): Moderator {
  const role = roleOf(state.room, identity, hasRight)
  if (role) return role
  if (!maySee(state.room, identity, memberOf(state, identity))) throw roomNotFound()
  throw new ApiError('permission_denied', refusal(state.room))
}

/** The role in which the identity moderates the room; the holder of the creator's right counts as the owner. */
export async function moderatorOf(
  context: Context,
  room: RoomRow,
  identity: Identity.Identity | undefined,
): Promise<Moderator | undefined> {
  return roleOf(room, identity, await holdsCreatorRight(context, room, identity))
}

function roleOf(room: RoomRow, identity: Identity.Identity | undefined, hasRight: boolean): Moderator | undefined {
  if (hasRight || Identity.owns(identity, room)) return 'owner'
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
