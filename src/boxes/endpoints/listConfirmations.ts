import { z } from 'zod'
import { requireSession } from '#boxes/actions/requireBox.ts'
import type { Context } from '#boxes/Context.ts'
import { listConfirmations as list } from '#boxes/store/confirmations.ts'
import { BoxId, SessionId } from '#boxes/wire/requests.ts'
import { ConfirmationRecord } from '#boxes/wire/schemas.ts'
import { toConfirmationRecord } from '#boxes/wire/toWire.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

const NEWEST = 100

export function listConfirmations(context: Context): Operation {
  return define({
    name: 'listBoxConfirmations',
    method: 'GET',
    path: '/api/boxes/{boxId}/sessions/{sessionId}/confirmations',
    tag: 'boxes',
    summary: 'List the permission requests from the agent, newest first.',
    access: session('box:read'),
    limit: 'read',
    errors: ['not_found'],
    request: z.strictObject({
      boxId: BoxId,
      sessionId: SessionId,
      status: z.enum(['pending', 'answered', 'closed']).optional(),
    }),
    response: z.object({ confirmations: z.array(ConfirmationRecord) }),
    async handle({ status, ...ids }, call) {
      const { session: found } = await requireSession(context, ids, call)
      const newest = await list(context.store, found.id, NEWEST)
      const matching = newest.filter((one) => status === undefined || one.status === status)
      return { confirmations: matching.map(toConfirmationRecord) }
    },
  })
}
