import { z } from 'zod'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { inCallTransaction } from '#database/inCallTransaction.ts'
import { type Context, callerOf, endpointNotFound } from '#rules/Context.ts'
import * as Endpoints from '#rules/store/Endpoints.ts'
import { EndpointId, EndpointRecord, toEndpointRecord } from '#rules/wire.ts'

export function enableEndpoint(context: Context): Operation {
  return define({
    name: 'enableWebhook',
    method: 'POST',
    path: '/api/webhooks/{id}/enable',
    tag: 'rules',
    summary: 'Enable an endpoint that was disabled after failing for a day.',
    description: 'Events that happened meanwhile are in your feed: replay them with POST /api/rules/{id}/replay.',
    access: session('rules:write'),
    limit: 'write',
    errors: ['not_found', 'unavailable'],
    request: z.strictObject({ id: EndpointId }),
    response: EndpointRecord,
    async handle({ id }, call) {
      const { developerId } = callerOf(call)
      const row = await inCallTransaction({ call, db: context.store }, async (tx) => {
        if (!(await Endpoints.find(tx, { id, developerId }))) throw endpointNotFound()
        return Endpoints.enable(tx, id)
      })
      call.afterCommit(context.changed)
      return toEndpointRecord(row)
    },
  })
}
