import { z } from 'zod'
import { session } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'
import { transaction } from '#database/transaction.ts'
import { requireBacklog } from '#rules/actions/requireBacklog.ts'
import { type Context, callerOf, ruleNotFound } from '#rules/Context.ts'
import * as Deliveries from '#rules/store/Deliveries.ts'
import * as Events from '#rules/store/Events.ts'
import * as Rules from '#rules/store/Rules.ts'
import { RuleId, Sequence } from '#rules/wire.ts'

const EVENTS_MAX = 1_000

export function replayRule(context: Context): Operation {
  return define({
    name: 'replayRule',
    method: 'POST',
    path: '/api/rules/{id}/replay',
    tag: 'rules',
    summary: "Send a rule's events again, from a sequence number on.",
    description: `Sends at most ${EVENTS_MAX} events per call, in order, with their original ids, so that a receiver can ignore those it has seen. Events are kept for 30 days.`,
    access: session('rules:write'),
    limit: 'write',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    status: 202,
    examples: [{ summary: 'All events that are kept', request: { after: 0 } }],
    request: z.strictObject({
      id: RuleId,
      after: Sequence.meta({ description: 'Events with a higher sequence are sent.' }),
    }),
    response: z.object({
      deliveries: z.int(),
      lastSequence: z.int().nullable().meta({ description: 'Send it as `after` to continue; null at the end.' }),
    }),
    async handle({ id, after }, call) {
      const { developerId } = callerOf(call)
      const answer = await transaction(context.store, async (tx) => {
        const rule = await Rules.find(tx, { id, developerId })
        if (!rule) throw ruleNotFound()
        if (rule.action.kind !== 'webhook')
          throw new ApiError('failed_precondition', 'Only webhooks are replayed. GET /api/alerts reads the events.')
        // Events about the endpoint itself are for the feed alone.
        const types = [rule.type, 'reorg']
        const events = await Events.readAfter(tx, developerId, { ruleId: id, types, after, limit: EVENTS_MAX })
        const eventIds = events.map((event) => event.id)
        const { endpointId } = rule.action
        await requireBacklog(context, tx, { endpointId, deliveries: eventIds.length })
        await Deliveries.redeliver(tx, { eventIds, endpointId, developerId })
        const isFull = events.length === EVENTS_MAX
        return { deliveries: events.length, lastSequence: isFull ? (events.at(-1)?.seq ?? null) : null }
      })
      context.changed()
      return answer
    },
  })
}
