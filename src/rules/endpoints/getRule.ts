import { z } from 'zod'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { type Context, callerOf, ruleNotFound } from '#rules/Context.ts'
import * as Rules from '#rules/store/Rules.ts'
import { RuleId, RuleRecord, toRuleRecord } from '#rules/wire.ts'

export function getRule({ store }: Context): Operation {
  return define({
    name: 'getRule',
    method: 'GET',
    path: '/api/rules/{id}',
    tag: 'rules',
    summary: 'Read one of your rules.',
    access: session('rules:read'),
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    request: z.strictObject({ id: RuleId }),
    response: RuleRecord,
    async handle({ id }, call) {
      const rule = await Rules.find(store, { id, developerId: callerOf(call).developerId })
      if (!rule) throw ruleNotFound()
      return toRuleRecord(rule)
    },
  })
}
