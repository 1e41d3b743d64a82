import { z } from 'zod'
import { session } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { actorOf } from '#core/AuditLog.ts'
import * as Id from '#core/Id.ts'
import { define, type Operation } from '#core/Operation.ts'
import { refuseSecrets } from '#core/secrets.ts'
import { inCallTransaction } from '#database/inCallTransaction.ts'
import { type Context, callerOf } from '#rules/Context.ts'
import { createSecret } from '#rules/rules/signature.ts'
import { targetUrl } from '#rules/rules/targetUrl.ts'
import * as Endpoints from '#rules/store/Endpoints.ts'
import type { Store } from '#rules/store/tables.ts'
import { Description, EndpointRecord, toEndpointRecord } from '#rules/wire.ts'

const ENDPOINTS_MAX = 20

const Request = z.strictObject({
  url: z.string().meta({ description: 'An https:// URL at a public address, without a secret in it.' }),
  description: Description.optional(),
})

export const WithSecret = z.object({
  secret: z.string().optional().meta({
    description: 'Verifies signatures (`whsec_…`); absent only when an Idempotency-Key is replayed.',
  }),
  endpoint: EndpointRecord,
})

export function createEndpoint(context: Context): Operation {
  return define({
    name: 'createWebhook',
    method: 'POST',
    path: '/api/webhooks',
    tag: 'rules',
    summary: 'Create a webhook endpoint; its secret is shown once.',
    description:
      'Messages are signed as Standard Webhooks describes: verify `webhook-signature` with the secret, and ignore a `webhook-id` that you have seen.',
    access: session('rules:write'),
    limit: 'write',
    errors: ['failed_precondition', 'unavailable'],
    status: 201,
    idempotent: { redact: withoutSecret },
    examples: [{ summary: 'An endpoint', request: { url: 'https://example.com/hooks/slipway' } }],
    request: Request,
    response: WithSecret,
    async handle({ url: text, description = '' }, call) {
      const { store, audit, box, allowedHosts, now } = context
      const caller = callerOf(call)
      const { developerId } = caller
      const url = targetUrl(text, allowedHosts)
      refuseSecrets(description, 'description')
      const { bytes, text: secret } = createSecret()
      const row = await inCallTransaction({ call, db: store }, async (tx: Store) => {
        await requireQuota(await Endpoints.count(tx, developerId))
        const id = Id.create('hook', { now })
        const sealed = box.seal(bytes)
        const draft = { id, developer_id: developerId, url: url.href, description: description || null, secret: sealed }
        const what = { event: 'webhook.created', developerId, target: id, detail: url.host } as const
        await audit.append(tx, { ...what, ...actorOf(caller) })
        return Endpoints.insert(tx, draft)
      })
      call.afterCommit(context.changed)
      return { secret, endpoint: toEndpointRecord(row) }
    },
  })
}

function requireQuota(count: number): void {
  if (count >= ENDPOINTS_MAX)
    throw new ApiError(
      'failed_precondition',
      `You have ${ENDPOINTS_MAX} endpoints, which is the maximum. Delete one first.`,
    )
}

/** The response as it is stored for a replay. */
export function withoutSecret({ secret: _, ...answer }: { secret: string }): unknown {
  return answer
}
