import { z } from 'zod'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { refuseSecrets } from '#core/secrets.ts'
import { inCallTransaction } from '#database/inCallTransaction.ts'
import { followSource, requireAction } from '#rules/actions/requireAction.ts'
import { type Context, callerOf, ruleNotFound } from '#rules/Context.ts'
import { Action } from '#rules/rules/Action.ts'
import { parseFilter } from '#rules/rules/parseFilter.ts'
import * as Rules from '#rules/store/Rules.ts'
import { CooldownSeconds, EndsAt, Filter, Name, RuleId, RuleRecord, toRuleRecord } from '#rules/wire.ts'
import { requireFuture } from './createRule.ts'

const Request = z.strictObject({
  id: RuleId,
  name: Name.optional(),
  filter: Filter.optional(),
  action: Action.optional(),
  cooldownSeconds: CooldownSeconds.optional(),
  endsAt: EndsAt.optional(),
  enabled: z.boolean().optional().meta({ description: 'False pauses the rule.' }),
})

export function changeRule(context: Context): Operation {
  return define({
    name: 'changeRule',
    method: 'PATCH',
    path: '/api/rules/{id}',
    tag: 'rules',
    summary: 'Change, pause or resume a rule.',
    description: 'Omitted fields stay unchanged. A new filter replaces the whole filter and applies to later events.',
    access: session('rules:write'),
    limit: 'write',
    errors: ['not_found', 'unavailable'],
    examples: [{ summary: 'Pause the rule', request: { enabled: false } }],
    request: Request,
    response: RuleRecord,
    async handle({ id, name, filter, action, cooldownSeconds, endsAt, enabled }, call) {
      const { store, launches, now } = context
      const caller = callerOf(call)
      if (name !== undefined) refuseSecrets(name, 'name')
      if (endsAt !== undefined) requireFuture(endsAt, now())
      const known = await Rules.find(store, { id, developerId: caller.developerId })
      if (!known) throw ruleNotFound()
      const parsed = filter && parseFilter(known.type, filter)
      if (action) await requireAction(context, action, caller)
      if (parsed) await followSource(context, { type: known.type, filter: parsed }, caller)
      const after = (await launches?.lastSeq()) ?? 0
      const rule = await inCallTransaction({ call, db: store }, async (tx) => {
        if (!(await Rules.find(tx, { id, developerId: caller.developerId }))) throw ruleNotFound()
        return Rules.update(tx, id, {
          ...(name !== undefined && { name }),
          ...(parsed && { filter: parsed }),
          ...(action && { action }),
          ...(cooldownSeconds !== undefined && { cooldown_seconds: cooldownSeconds }),
          ...(endsAt !== undefined && { ends_at: endsAt }),
          ...(enabled !== undefined && { enabled }),
          after_seq: after,
        })
      })
      call.afterCommit(context.changed)
      return toRuleRecord(rule)
    },
  })
}
