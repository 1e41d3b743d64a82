import { sql } from 'kysely'
import { z } from 'zod'
import { inTransaction } from '#boxes/actions/inTransaction.ts'
import type { Context } from '#boxes/Context.ts'
import { setWanted } from '#boxes/store/boxes.ts'
import { admin } from '#core/Access.ts'
import { actorOf } from '#core/AuditLog.ts'
import { PLAIN_TEXT } from '#core/ListQuery.ts'
import { define, type Operation } from '#core/Operation.ts'
import * as UntrustedText from '#core/UntrustedText.ts'

const Request = z.strictObject({
  developerId: z.string().max(64).regex(PLAIN_TEXT, 'must be the id of a developer'),
  reason: z
    .string()
    .trim()
    .min(1, 'must give a reason')
    .max(300)
    .transform((text) => UntrustedText.oneLine(text))
    .meta({ description: 'Recorded in the audit log, and shown as the reason of each box.' }),
})

export function endBoxes(context: Context): Operation {
  return define({
    name: 'endBoxes',
    method: 'POST',
    path: '/api/admin/developers/{developerId}/boxes/end',
    tag: 'operations',
    summary: 'Stop every box of a developer.',
    description: 'For operators. Runs end; files and history are kept. Block the developer to prevent new boxes.',
    access: admin,
    limit: 'control',
    errors: ['unavailable'],
    request: Request,
    response: z.object({ boxIds: z.array(z.string()) }),
    async handle({ developerId, reason }, call) {
      const change = { wanted: 'stopped', status_reason: `An operator stopped the box: ${reason}` } as const
      const boxIds = await inTransaction(context, call, async (tx) => {
        const { rows } = await sql<{ id: string }>`
          select id from boxes where developer_id = ${developerId} and wanted in ('ready', 'paused') order by id for update`.execute(
          tx,
        )
        for (const { id } of rows) {
          await setWanted(tx, id, change)
          const entry = { event: 'box.ended' as const, developerId, target: id, detail: reason }
          await context.audit.append(tx, { ...entry, ...actorOf(call.caller) })
        }
        return rows.map(({ id }) => id)
      })
      return { boxIds }
    },
  })
}
