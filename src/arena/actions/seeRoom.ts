import type { Context } from '#arena/Context.ts'
import * as Identity from '#arena/rules/Identity.ts'
import { roomNotFound } from '#arena/rules/roomNotFound.ts'
import { findMember } from '#arena/store/participants.ts'
import { findRoom } from '#arena/store/rooms.ts'
import type { ParticipantRow, RoomRow } from '#arena/store/tables.ts'
import { type Caller, grants } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'

/** A room that the caller may read, and the caller's role in it. */
export type VisibleRoom = {
  room: RoomRow
  identity: Identity.Identity | undefined
  /** The caller's own row, also after it left or was removed. */
  member: ParticipantRow | undefined
}

/** The room, or `not_found`. A private room is visible to its participants, its owner and operators. */
export async function seeRoom(context: Context, roomId: string, caller: Caller): Promise<VisibleRoom> {
  const identity = await Identity.of(caller, context.originOf)
  const [room, member] = await Promise.all([
    findRoom(context.store, roomId),
    identity && findMember(context.store, roomId, identity.id),
  ])
  if (!room || !maySee(room, identity, member)) throw roomNotFound()
  if (room.visibility === 'PRIVATE') requireReading(caller)
  if (member?.status === 'active') context.seen(member.id)
  return { room, identity, member }
}

export function maySee(
  room: RoomRow,
  identity: Identity.Identity | undefined,
  member: Pick<ParticipantRow, 'status'> | undefined,
): boolean {
  return room.visibility === 'PUBLIC' || member?.status === 'active' || Identity.moderates(identity, room)
}

/** A key without this scope reads public rooms only. */
export function requireReading(caller: Caller): void {
  if (caller.kind === 'anonymous' || caller.kind === 'session') return
  if (grants(caller.scopes, 'arena:read') || grants(caller.scopes, 'arena:write')) return
  throw new ApiError('permission_denied', 'Private rooms need the scope arena:read. Use a key that carries it.', {
    details: [{ type: 'scope', value: 'arena:read' }],
  })
}
