import { z } from 'zod'
import { session } from '#core/Access.ts'
import { actorOf } from '#core/AuditLog.ts'
import { define, type Operation } from '#core/Operation.ts'
import { inCallTransaction } from '#database/inCallTransaction.ts'
import { type Context, callerOf, endpointNotFound } from '#rules/Context.ts'
import { createSecret } from '#rules/rules/signature.ts'
import * as Endpoints from '#rules/store/Endpoints.ts'
import type { Store } from '#rules/store/tables.ts'
import { EndpointId, toEndpointRecord } from '#rules/wire.ts'
import { WithSecret, withoutSecret } from './createEndpoint.ts'

export function rotateEndpoint(context: Context): Operation {
  return define({
    name: 'rotateWebhookSecret',
    method: 'POST',
    path: '/api/webhooks/{id}/rotate',
    tag: 'rules',
    summary: 'Create a new secret for an endpoint; the old one stays valid for 24 hours.',
    description: 'Until then, each message carries two signatures, one per secret.',
    access: session('rules:write'),
    limit: 'write',
    errors: ['not_found', 'unavailable'],
    idempotent: { redact: withoutSecret },
    request: z.strictObject({ id: EndpointId }),
    response: WithSecret,
    async handle({ id }, call) {
      const { store, audit, box } = context
      const caller = callerOf(call)
      const { developerId } = caller
      const { bytes, text: secret } = createSecret()
      const row = await inCallTransaction({ call, db: store }, async (tx: Store) => {
        const known = await Endpoints.find(tx, { id, developerId })
        if (!known) throw endpointNotFound()
        const what = { event: 'webhook.rotated', developerId, target: id, detail: null } as const
        await audit.append(tx, { ...what, ...actorOf(caller) })
        return Endpoints.rotate(tx, known, box.seal(bytes))
      })
      call.afterCommit(context.changed)
      return { secret, endpoint: toEndpointRecord(row) }
    },
  })
}
