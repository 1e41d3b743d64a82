import { z } from 'zod'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { transaction } from '#database/transaction.ts'
import { requireBacklog } from '#rules/actions/requireBacklog.ts'
import { type Context, callerOf, ruleNotFound } from '#rules/Context.ts'
import { eventTypeOf } from '#rules/rules/eventTypes.ts'
import * as Events from '#rules/store/Events.ts'
import * as Rules from '#rules/store/Rules.ts'
import { RuleId } from '#rules/wire.ts'

export function testRule(context: Context): Operation {
  return define({
    name: 'testRule',
    method: 'POST',
    path: '/api/rules/{id}/test',
    tag: 'rules',
    summary: 'Send a sample event through a rule.',
    description: 'The event has example data and `"test": true`; the action runs as for a real event.',
    access: session('rules:write'),
    limit: 'write',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    status: 202,
    request: z.strictObject({ id: RuleId }),
    response: z.object({
      deliveries: z.int().meta({ description: 'Number of queued deliveries; zero for the action `feed`.' }),
    }),
    async handle({ id }, call) {
      const { store, now } = context
      const { developerId } = callerOf(call)
      const queued = await transaction(store, async (tx) => {
        const row = await Rules.find(tx, { id, developerId })
        if (!row) throw ruleNotFound()
        const { name, action, type } = row
        const sample = { type, at: now(), block: null, hops: 0, data: eventTypeOf(type).example }
        const rule = { id, developerId, name, action }
        if (action.kind === 'webhook')
          await requireBacklog(context, tx, { endpointId: action.endpointId, deliveries: 1 })
        return Events.record(tx, [{ ...sample, rule, isTest: true, isSent: true }])
      })
      context.changed()
      return { deliveries: queued.length }
    },
  })
}
