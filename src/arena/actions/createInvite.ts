import * as Identity from '#arena/rules/Identity.ts'
import { INVITES_MAX } from '#arena/rules/limits.ts'
import { roomNotFound } from '#arena/rules/roomNotFound.ts'
import * as sanitize from '#arena/rules/sanitizePost.ts'
import { countUsable, createToken, insertInvite } from '#arena/store/invites.ts'
import { findMember } from '#arena/store/participants.ts'
import { findRoom } from '#arena/store/rooms.ts'
import type { InviteRow, RoomRow, Store } from '#arena/store/tables.ts'
import { ApiError } from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'
import { maySee } from './seeRoom.ts'

type Request = {
  roomId: string
  label?: string | undefined
  expiresInSeconds: number
  maxUses?: number | null | undefined
}
type Inviting = { request: Request; identity: Identity.Identity; now: Date }

/** A new invite with its token; only the hash of the token is stored. */
export async function createInvite(
  tx: Store,
  { request, identity, now }: Inviting,
): Promise<{ invite: InviteRow; token: string }> {
  const { roomId, label, expiresInSeconds, maxUses = null } = request
  const room = await requireOwner(tx, roomId, identity)
  if (room.status === 'complete')
    throw new ApiError('failed_precondition', 'This room is complete and accepts no more participants.')
  if ((await countUsable(tx, roomId, now)) >= INVITES_MAX)
    throw new ApiError('failed_precondition', `This room has ${INVITES_MAX} active invites. Revoke one first.`)
  const { token, hash } = createToken()
  const invite: InviteRow = {
    id: Id.create('inv'),
    room_id: roomId,
    token_hash: hash,
    label: label === undefined ? null : sanitize.oneLine(label, 'label'),
    created_by: identity.id,
    created_at: now,
    expires_at: new Date(now.getTime() + expiresInSeconds * 1000),
    revoked_at: null,
    uses: 0,
    max_uses: maxUses,
  }
  await insertInvite(tx, invite)
  return { invite, token }
}

/** The room, for its owner and operators only. */
export async function requireOwner(store: Store, roomId: string, identity: Identity.Identity): Promise<RoomRow> {
  const [room, member] = await Promise.all([findRoom(store, roomId), findMember(store, roomId, identity.id)])
  if (!room || !maySee(room, identity, member)) throw roomNotFound()
  if (Identity.moderates(identity, room)) return room
  throw new ApiError('permission_denied', 'Only the owner of the room and operators may list and create invites.')
}
