import { z } from 'zod'
import { session } from '#core/Access.ts'
import * as Cursors from '#core/Cursor.ts'
import { Cursor, Limit, NextCursor } from '#core/ListQuery.ts'
import { define, type Operation } from '#core/Operation.ts'
import { type Context, callerOf } from '#rules/Context.ts'
import * as Events from '#rules/store/Events.ts'
import { AlertRecord, RuleId, toAlertRecord } from '#rules/wire.ts'

const SHAPE = /^[0-9]{1,15}$/

export function listAlerts({ store }: Context): Operation {
  return define({
    name: 'listAlerts',
    method: 'GET',
    path: '/api/alerts',
    tag: 'rules',
    summary: 'List the events of your rules, newest first.',
    description: 'Kept for 30 days. GET /api/alerts/events follows them.',
    access: session('rules:read'),
    limit: 'read',
    errors: ['unavailable'],
    request: z.strictObject({ ruleId: RuleId.optional(), limit: Limit, cursor: Cursor }),
    response: z.object({ alerts: z.array(AlertRecord), nextCursor: NextCursor }),
    async handle({ ruleId, limit, cursor }, call) {
      const { developerId } = callerOf(call)
      const scope = `alerts ${developerId} ${ruleId}`
      const before = cursor === undefined ? undefined : Number(Cursors.decode(scope, cursor, SHAPE)[0])
      const rows = await Events.readBefore(store, developerId, { ruleId, before, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      return {
        alerts: page.map(toAlertRecord),
        nextCursor: last ? Cursors.encode(scope, [String(last.seq)]) : null,
      }
    },
  })
}
