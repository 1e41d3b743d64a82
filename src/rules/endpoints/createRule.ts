import { z } from 'zod'
import { session } from '#core/Access.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'
import { define, type Operation } from '#core/Operation.ts'
import { refuseSecrets } from '#core/secrets.ts'
import { inCallTransaction } from '#database/inCallTransaction.ts'
import { followSource, requireAction } from '#rules/actions/requireAction.ts'
import { type Context, callerOf } from '#rules/Context.ts'
import { Action } from '#rules/rules/Action.ts'
import { parseFilter } from '#rules/rules/parseFilter.ts'
import * as Rules from '#rules/store/Rules.ts'
import { CooldownSeconds, EndsAt, EventTypeField, Filter, Name, RuleRecord, toRuleRecord } from '#rules/wire.ts'

const Request = z.strictObject({
  name: Name,
  type: EventTypeField,
  filter: Filter.default({}),
  action: Action.default({ kind: 'feed' }),
  cooldownSeconds: CooldownSeconds.default(0),
  endsAt: EndsAt.default(null),
})

export function createRule(context: Context): Operation {
  return define({
    name: 'createRule',
    method: 'POST',
    path: '/api/rules',
    tag: 'rules',
    summary: 'Create a rule that reports events of one type.',
    description:
      'The rule matches events from now on. Each match is written to your feed (GET /api/alerts) and runs the action. Needs a session token, or a key with rules:write.',
    access: session('rules:write'),
    limit: 'write',
    errors: ['failed_precondition', 'not_found', 'unavailable'],
    status: 201,
    idempotent: true,
    examples: [
      {
        summary: 'Sales of at least 0.5 ETH of one token, in your feed',
        request: {
          name: 'large sales',
          type: 'launch.trade',
          filter: { token: '0x52908400098527886E0F7030069857D2E4169EE7', side: 'sell', minEth: '500000000000000000' },
        },
      },
    ],
    request: Request,
    response: RuleRecord,
    async handle({ name, type, filter, action, cooldownSeconds, endsAt }, call) {
      const { store, launches, rulesMax, now } = context
      const { developerId } = callerOf(call)
      refuseSecrets(name, 'name')
      requireFuture(endsAt, now())
      const parsed = parseFilter(type, filter)
      await requireAction(context, action, callerOf(call))
      await followSource(context, { type, filter: parsed }, callerOf(call))
      const after = (await launches?.lastSeq()) ?? 0
      const rule = await inCallTransaction({ call, db: store }, async (tx) => {
        await requireQuota(await Rules.count(tx, developerId), rulesMax)
        return Rules.insert(tx, {
          id: Id.create('rule', { now }),
          developer_id: developerId,
          name,
          type,
          filter: parsed,
          action,
          cooldown_seconds: cooldownSeconds,
          ends_at: endsAt,
          enabled: true,
          after_seq: after,
        })
      })
      call.afterCommit(context.changed)
      return toRuleRecord(rule)
    },
  })
}

export function requireFuture(endsAt: Date | null, now: number): void {
  if (endsAt && endsAt.getTime() <= now) throw invalidField('endsAt', 'must be in the future')
}

function requireQuota(count: number, max: number): void {
  if (count >= max)
    throw new ApiError('failed_precondition', `You have ${max} rules, which is the maximum. Delete one first.`)
}
