import { z } from 'zod'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { inCallTransaction } from '#database/inCallTransaction.ts'
import { type Context, callerOf, ruleNotFound } from '#rules/Context.ts'
import * as Rules from '#rules/store/Rules.ts'
import { RuleId } from '#rules/wire.ts'

export function deleteRule(context: Context): Operation {
  return define({
    name: 'deleteRule',
    method: 'DELETE',
    path: '/api/rules/{id}',
    tag: 'rules',
    summary: 'Delete a rule and cancel its queued deliveries.',
    access: session('rules:write'),
    limit: 'control',
    errors: ['not_found', 'unavailable'],
    status: 204,
    request: z.strictObject({ id: RuleId }),
    response: z.void(),
    async handle({ id }, call) {
      const { developerId } = callerOf(call)
      await inCallTransaction({ call, db: context.store }, async (tx) => {
        if (!(await Rules.find(tx, { id, developerId }))) throw ruleNotFound()
        await Rules.remove(tx, id)
      })
      call.afterCommit(context.changed)
    },
  })
}
