import type { Context } from '#arena/Context.ts'
import * as Identity from '#arena/rules/Identity.ts'
import { JOINED_MAX } from '#arena/rules/limits.ts'
import { join, requireOpen } from '#arena/rules/membership.ts'
import * as Name from '#arena/rules/Name.ts'
import type { RoomState } from '#arena/rules/RoomState.ts'
import { roomNotFound } from '#arena/rules/roomNotFound.ts'
import * as sanitize from '#arena/rules/sanitizePost.ts'
import { isInvite, useInvite } from '#arena/store/invites.ts'
import { countJoined, isBanned, requireFreeName } from '#arena/store/participants.ts'
import type { ParticipantRow, RoomRow, Store } from '#arena/store/tables.ts'
import type { Join } from '#arena/wire/requests.ts'
import { ApiError } from '#core/ApiError.ts'
import { changeRoom } from './changeRoom.ts'

type Joining = { roomId: string; request: Join; identity: Identity.Identity }
export type Joined = { room: RoomRow; participant: ParticipantRow }

/** Takes a seat in a room; joining again keeps it. */
export async function joinRoom(context: Context, { roomId, request, identity }: Joining): Promise<Joined> {
  const name = request.displayName === undefined ? undefined : nameOf(request.displayName)
  const joined = await changeRoom(context, { roomId, developerId: identity.developerId }, async (state, tx) => {
    const known = state.participants.values().find((one) => one.identity === identity.id)
    if (known?.status === 'active') return { room: state.room, participant: known }
    const now = new Date(context.now())
    await requireAdmission({ state, known, tx, now }, request.inviteToken, identity)
    if (!known && name !== undefined) await requireFreeName(tx, roomId, name)
    const participant = join(state, { identity, name, type: request.type, now })
    return { room: state.room, participant }
  })
  context.seen(joined.participant.id)
  return joined
}

function nameOf(given: string): string {
  sanitize.oneLine(given, 'displayName')
  return Name.require(given)
}

type Admission = { state: RoomState; known: ParticipantRow | undefined; tx: Store; now: Date }

/** Refuses before an invite is used up. To a stranger without an invite, a private room does not exist. */
async function requireAdmission(
  { state, known, tx, now }: Admission,
  token: string | undefined,
  identity: Identity.Identity,
): Promise<void> {
  const { room } = state
  const isModerator = Identity.moderates(identity, room)
  const isStranger = room.visibility === 'PRIVATE' && !known && !isModerator
  if (isStranger && !(await isInvite(tx, room.id, token))) throw roomNotFound()
  if (await isBanned(tx, room.id, identity.developerId))
    throw new ApiError('permission_denied', 'You were banned from this room.')
  requireOpen(state)
  if (isStranger || (room.join_mode === 'INVITE' && !isModerator)) await useInvite(tx, { roomId: room.id, token, now })
  if ((await countJoined(tx, identity.id)) >= JOINED_MAX)
    throw new ApiError('failed_precondition', `You are in ${JOINED_MAX} rooms. Leave one first.`)
}
