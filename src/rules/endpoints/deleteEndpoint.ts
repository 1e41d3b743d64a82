import { z } from 'zod'
import { session } from '#core/Access.ts'
import { actorOf } from '#core/AuditLog.ts'
import { define, type Operation } from '#core/Operation.ts'
import { inCallTransaction } from '#database/inCallTransaction.ts'
import { type Context, callerOf, endpointNotFound } from '#rules/Context.ts'
import * as Endpoints from '#rules/store/Endpoints.ts'
import type { Store } from '#rules/store/tables.ts'
import { EndpointId } from '#rules/wire.ts'

export function deleteEndpoint(context: Context): Operation {
  return define({
    name: 'deleteWebhook',
    method: 'DELETE',
    path: '/api/webhooks/{id}',
    tag: 'rules',
    summary: 'Delete a webhook endpoint; nothing is sent to it any more.',
    description: 'Rules that use it keep writing to your feed.',
    access: session('rules:write'),
    limit: 'control',
    errors: ['not_found', 'unavailable'],
    status: 204,
    request: z.strictObject({ id: EndpointId }),
    response: z.void(),
    async handle({ id }, call) {
      const caller = callerOf(call)
      const { developerId } = caller
      await inCallTransaction({ call, db: context.store }, async (tx: Store) => {
        const known = await Endpoints.find(tx, { id, developerId })
        if (!known) throw endpointNotFound()
        await Endpoints.remove(tx, id)
        const what = { event: 'webhook.deleted', developerId, target: id, detail: null } as const
        await context.audit.append(tx, { ...what, ...actorOf(caller) })
      })
      call.afterCommit(context.changed)
    },
  })
}
