import type { Context } from '#arena/Context.ts'
import * as Identity from '#arena/Identity.ts'
import { roomNotFound } from '#arena/rules/roomNotFound.ts'
import { findMember } from '#arena/store/participants.ts'
import { findRoom } from '#arena/store/rooms.ts'
import type { ParticipantRow, RoomRow } from '#arena/store/tables.ts'
import { type Caller, grants } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'

/** A room as somebody may see it, and who they are in it. */
export type Seen = {
  room: RoomRow
  identity: Identity.Identity | undefined
  /** The caller's own row, whatever became of the membership. */
  member: ParticipantRow | undefined
}

/** The room, for whoever may read it: everybody, or those in it, its owner and operators where it is private. */
export async function seeRoom(context: Context, roomId: string, caller: Caller): Promise<Seen> {
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

/** A key shows what is private only where it was given that scope. */
export function requireReading(caller: Caller): void {
  if (caller.kind === 'anonymous' || caller.kind === 'session') return
  if (grants(caller.scopes, 'arena:read') || grants(caller.scopes, 'arena:write')) return
  throw new ApiError('permission_denied', 'Private rooms need the scope arena:read. Use a key that carries it.', {
    details: [{ type: 'scope', value: 'arena:read' }],
  })
}
