import { sql } from 'kysely'
import { z } from 'zod'
import { admin } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { actorOf } from '#core/AuditLog.ts'
import { define, type Operation } from '#core/Operation.ts'
import { inCallTransaction } from '#database/inCallTransaction.ts'
import { type Context, DeveloperId, entryOf, Reason, requireDeveloper } from './Context.ts'
import { Block } from './findDevelopers.ts'

const Request = z.strictObject({ developerId: DeveloperId, reason: Reason })

export function blockDeveloper(context: Context): Operation {
  return define({
    name: 'blockDeveloper',
    method: 'POST',
    path: '/api/admin/developers/{developerId}/block',
    tag: 'operations',
    summary: 'Refuse every key, session and box of a developer.',
    description: 'For operators. Open streams end within a second. Nothing is deleted.',
    access: admin,
    limit: 'write',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    request: Request,
    response: z.object({ developerId: z.string(), block: Block }),
    async handle({ developerId, reason }, call) {
      // An operator who is blocked could not undo it.
      if (context.isOperator(await requireDeveloper(context, developerId)))
        throw new ApiError('failed_precondition', 'This developer is an operator. Change ADMIN_ADDRESSES first.')
      const by = actorOf(call.caller).actor ?? 'unknown'
      const at = await inCallTransaction({ call, db: context.db }, async (tx) => {
        const { rows } = await sql<{ at: Date }>`
          insert into developer_blocks (developer_id, reason, blocked_by) values (${developerId}, ${reason}, ${by})
          on conflict (developer_id) do update set reason = excluded.reason, blocked_by = excluded.blocked_by
          returning blocked_at as at`.execute(tx)
        await context.audit.append(tx, entryOf('developer.blocked', { developerId, detail: reason, call }))
        return rows[0]?.at ?? new Date()
      })
      call.afterCommit(() => void context.standings.changed())
      return { developerId, block: { at, reason, by } }
    },
  })
}

export function unblockDeveloper(context: Context): Operation {
  return define({
    name: 'unblockDeveloper',
    method: 'POST',
    path: '/api/admin/developers/{developerId}/unblock',
    tag: 'operations',
    summary: 'Unblock a developer.',
    description: 'For operators.',
    access: admin,
    limit: 'write',
    errors: ['not_found', 'unavailable'],
    request: Request,
    response: z.object({ developerId: z.string(), block: z.null() }),
    async handle({ developerId, reason }, call) {
      await inCallTransaction({ call, db: context.db }, async (tx) => {
        const { numAffectedRows = 0n } = await sql`
          delete from developer_blocks where developer_id = ${developerId}`.execute(tx)
        if (numAffectedRows === 0n) throw new ApiError('not_found', 'This developer is not blocked.')
        await context.audit.append(tx, entryOf('developer.unblocked', { developerId, detail: reason, call }))
      })
      call.afterCommit(() => void context.standings.changed())
      return { developerId, block: null }
    },
  })
}
