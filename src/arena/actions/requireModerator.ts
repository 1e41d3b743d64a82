import * as Identity from '#arena/rules/Identity.ts'
import type { RoomState } from '#arena/rules/RoomState.ts'
import { roomNotFound } from '#arena/rules/roomNotFound.ts'
import type { ParticipantRow, RoomRow } from '#arena/store/tables.ts'
import { ApiError } from '#core/ApiError.ts'
import { maySee } from './seeRoom.ts'

/** Refuses all but the owner and operators; a caller who cannot see the room gets `not_found`. */
export function requireModerator(state: RoomState, identity: Identity.Identity): void {
  if (Identity.moderates(identity, state.room)) return
  if (!maySee(state.room, identity, memberOf(state, identity))) throw roomNotFound()
  throw new ApiError('permission_denied', 'Only the owner of the room and operators may do this.')
}

export function memberOf({ participants }: RoomState, identity: Identity.Identity): ParticipantRow | undefined {
  return participants.values().find((one) => one.identity === identity.id)
}

export function roleOf(identity: Identity.Identity, room: RoomRow): 'owner' | 'operator' {
  return Identity.owns(identity, room) ? 'owner' : 'operator'
}
