import { sql } from 'kysely'
import { z } from 'zod'
import { admin } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { inCallTransaction } from '#database/inCallTransaction.ts'
import { type Context, DeveloperId, entryOf, Reason, requireDeveloper } from './Context.ts'

const Factor = z
  .number()
  .min(0.01, 'must be at least 0.01')
  .max(1_000, 'must be at most 1000')
  .meta({ description: 'Multiplies every rate limit of the developer; 1 restores the default.' })

export function setLimits(context: Context): Operation {
  return define({
    name: 'setDeveloperLimits',
    method: 'POST',
    path: '/api/admin/developers/{developerId}/limits',
    tag: 'operations',
    summary: "Raise or lower a developer's rate limits.",
    description: 'For operators. It takes effect with the next window, within a minute.',
    access: admin,
    limit: 'write',
    errors: ['not_found', 'unavailable'],
    request: z.strictObject({ developerId: DeveloperId, factor: Factor, reason: Reason }),
    response: z.object({ developerId: z.string(), limitFactor: z.number() }),
    async handle({ developerId, factor, reason }, call) {
      await requireDeveloper(context, developerId)
      await inCallTransaction({ call, db: context.db }, async (tx) => {
        await sql`
          insert into developer_limits (developer_id, factor) values (${developerId}, ${factor})
          on conflict (developer_id) do update set factor = excluded.factor`.execute(tx)
        const detail = `${factor}: ${reason}`
        await context.audit.append(tx, entryOf('developer.limited', { developerId, detail, call }))
      })
      call.afterCommit(() => void context.standings.changed())
      return { developerId, limitFactor: factor }
    },
  })
}
