import { z } from 'zod'
import { createInvite as create } from '#arena/actions/createInvite.ts'
import type { Context } from '#arena/Context.ts'
import * as Identity from '#arena/rules/Identity.ts'
import { Invite, RoomId, toInvite } from '#arena/wire/records.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { inCallTransaction } from '#database/inCallTransaction.ts'

const described = { tag: 'arena', access: session('arena:write') } as const
const DAY_SECONDS = 86_400

export const Response = z.object({
  invite: Invite,
  token: z.string().optional().meta({
    description:
      'Shown once; absent when an Idempotency-Key is replayed. If it is lost, revoke the invite and create another.',
  }),
})

export function createInvite(context: Context): Operation {
  return define({
    ...described,
    name: 'createInvite',
    method: 'POST',
    path: '/api/arena/rooms/{roomId}/invites',
    summary: 'Create an invite token for a room that you own.',
    description: 'Only its hash is stored. Send the token as inviteToken to join.',
    limit: 'write',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    status: 201,
    idempotent: { redact: ({ token: _, ...kept }: z.input<typeof Response>) => kept },
    request: z.strictObject({
      roomId: RoomId,
      label: z.string().max(80, 'must be at most 80 characters').optional(),
      expiresInSeconds: z
        .int('must be a whole number of seconds')
        .min(1, 'must be at least 1')
        .max(30 * DAY_SECONDS, `must be at most ${30 * DAY_SECONDS}`)
        .default(7 * DAY_SECONDS),
      maxUses: z
        .int('must be a whole number')
        .min(1, 'must be at least 1')
        .max(1_000, 'must be at most 1000')
        .nullish(),
    }),
    response: Response,
    async handle(request, call) {
      const identity = await Identity.require(call.caller, context.originOf)
      const now = new Date(context.now())
      const inviting = { request, identity, now }
      const { invite, token } = await inCallTransaction({ call, db: context.store }, (tx) => create(tx, inviting))
      return { invite: toInvite(invite, now), token }
    },
  })
}
