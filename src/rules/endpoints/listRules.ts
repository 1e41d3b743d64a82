import { z } from 'zod'
import { session } from '#core/Access.ts'
import { Cursor, Limit, NextCursor } from '#core/ListQuery.ts'
import { define, type Operation } from '#core/Operation.ts'
import { type Context, callerOf } from '#rules/Context.ts'
import * as Rules from '#rules/store/Rules.ts'
import { RuleRecord, toRuleRecord } from '#rules/wire.ts'

export function listRules({ store }: Context): Operation {
  return define({
    name: 'listRules',
    method: 'GET',
    path: '/api/rules',
    tag: 'rules',
    summary: 'List your rules, newest first.',
    access: session('rules:read'),
    limit: 'read',
    errors: ['unavailable'],
    request: z.strictObject({ limit: Limit, cursor: Cursor }),
    response: z.object({ rules: z.array(RuleRecord), nextCursor: NextCursor }),
    async handle({ limit, cursor }, call) {
      const rows = await Rules.list(store, callerOf(call).developerId, { limit: limit + 1, cursor })
      const rules = rows.slice(0, limit).map(toRuleRecord)
      return { rules, nextCursor: rows.length > limit ? (rules.at(-1)?.id ?? null) : null }
    },
  })
}
