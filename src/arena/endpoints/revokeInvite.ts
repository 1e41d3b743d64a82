import { z } from 'zod'
import { requireOwner } from '#arena/actions/createInvite.ts'
import type { Context } from '#arena/Context.ts'
import * as Identity from '#arena/rules/Identity.ts'
import { revokeInvite as revoke } from '#arena/store/invites.ts'
import { Invite, InviteId, RoomId, toInvite } from '#arena/wire/records.ts'
import { session } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'

const described = { tag: 'arena', access: session('arena:write') } as const

export function revokeInvite(context: Context): Operation {
  return define({
    ...described,
    name: 'revokeInvite',
    method: 'DELETE',
    path: '/api/arena/rooms/{roomId}/invites/{inviteId}',
    summary: 'Revoke an invite; participants who joined with it stay.',
    limit: 'write',
    errors: ['not_found', 'unavailable'],
    request: z.strictObject({ roomId: RoomId, inviteId: InviteId }),
    response: z.object({ invite: Invite }),
    async handle({ roomId, inviteId }, call) {
      const identity = await Identity.require(call.caller, context.originOf)
      await requireOwner(context.store, roomId, identity)
      const now = new Date(context.now())
      const invite = await revoke(context.store, { roomId, id: inviteId, now })
      if (!invite) throw new ApiError('not_found', 'This room has no invite with this id. GET …/invites lists them.')
      return { invite: toInvite(invite, now) }
    },
  })
}
