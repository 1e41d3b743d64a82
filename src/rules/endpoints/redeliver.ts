import { z } from 'zod'
import { session } from '#core/Access.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'
import { transaction } from '#database/transaction.ts'
import { requireBacklog } from '#rules/actions/requireBacklog.ts'
import { type Context, callerOf, endpointNotFound } from '#rules/Context.ts'
import * as Deliveries from '#rules/store/Deliveries.ts'
import * as Endpoints from '#rules/store/Endpoints.ts'
import { EndpointId, Sequence } from '#rules/wire.ts'

const EVENTS_MAX = 1_000

export function redeliver(context: Context): Operation {
  return define({
    name: 'redeliverWebhook',
    method: 'POST',
    path: '/api/webhooks/{id}/redeliver',
    tag: 'rules',
    summary: 'Send one event, or a range of events, to an endpoint again.',
    description: `Send \`eventId\`, or \`from\` and \`to\` (sequence numbers, both included, at most ${EVENTS_MAX} events). Only events that were sent to this endpoint before are sent again, with their original ids.`,
    access: session('rules:write'),
    limit: 'write',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    status: 202,
    examples: [{ summary: 'A range', request: { from: 1, to: 20 } }],
    request: z.strictObject({
      id: EndpointId,
      eventId: z.string().max(64).optional().meta({ description: 'The id of an event, `evt_…`.' }),
      from: Sequence.optional(),
      to: Sequence.optional(),
    }),
    response: z.object({ deliveries: z.int() }),
    async handle({ id, eventId, from, to }, call) {
      const { developerId } = callerOf(call)
      if ((eventId === undefined) === (from === undefined || to === undefined))
        throw invalidField('eventId', 'must be sent alone, or "from" and "to" instead of it')
      const sent = await transaction(context.store, async (tx) => {
        const endpoint = await Endpoints.find(tx, { id, developerId })
        if (!endpoint) throw endpointNotFound()
        if (endpoint.disabled_at !== null)
          throw new ApiError('failed_precondition', `The endpoint is disabled. POST /api/webhooks/${id}/enable first.`)
        const eventIds = await Deliveries.sentBefore(tx, id, { eventId, from, to, limit: EVENTS_MAX })
        if (eventIds.length === 0)
          throw new ApiError(
            'not_found',
            `No such event was sent to this endpoint. GET /api/webhooks/${id}/deliveries lists them.`,
          )
        await requireBacklog(context, tx, { endpointId: id, deliveries: eventIds.length })
        await Deliveries.redeliver(tx, { eventIds, endpointId: id, developerId })
        return eventIds.length
      })
      context.changed()
      return { deliveries: sent }
    },
  })
}
