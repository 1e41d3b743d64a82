import { z } from 'zod'
import { requireOwner } from '#arena/actions/createInvite.ts'
import type { Context } from '#arena/Context.ts'
import * as Identity from '#arena/rules/Identity.ts'
import { listInvites as list } from '#arena/store/invites.ts'
import { Invite, RoomId, toInvite } from '#arena/wire/records.ts'
import { session } from '#core/Access.ts'
import * as PageCursor from '#core/Cursor.ts'
import { define, type Operation } from '#core/Operation.ts'
import { pageLimit } from '#core/PageLimit.ts'
import { Cursor, NextCursor } from './paging.ts'

const described = { tag: 'arena', access: session('arena:write') } as const

export const Response = z.object({ invites: z.array(Invite), nextCursor: NextCursor })

export function listInvites(context: Context): Operation {
  return define({
    ...described,
    name: 'listInvites',
    method: 'GET',
    path: '/api/arena/rooms/{roomId}/invites',
    summary: 'List the invites of a room that you own, newest first.',
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    request: z.strictObject({ roomId: RoomId, limit: pageLimit({ max: 100, fallback: 50 }), cursor: Cursor }),
    response: Response,
    async handle({ roomId, limit, cursor }, call) {
      const identity = await Identity.require(call.caller, context.originOf)
      await requireOwner(context.store, roomId, identity)
      const scope = `invites ${roomId}`
      const after = cursor === undefined ? undefined : PageCursor.decode(scope, cursor, /^inv_[0-9a-z]{26}$/)[0]
      const rows = await list(context.store, roomId, { limit: limit + 1, after })
      const now = new Date(context.now())
      const invites = rows.slice(0, limit).map((row) => toInvite(row, now))
      const last = rows.length > limit ? invites.at(-1) : undefined
      return { invites, nextCursor: last ? PageCursor.encode(scope, [last.id]) : null }
    },
  })
}
