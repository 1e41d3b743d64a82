import { sql } from 'kysely'
import { z } from 'zod'
import { grants, session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Timestamp } from '#core/wire.ts'
import { callerOf, type Desk, type KnownCaller } from './Desk.ts'
import { AUDIT_EVENTS, type AuditRow } from './tables.ts'
import { Cursor, KeyId, Limit, NextCursor } from './wire.ts'

const Request = z.strictObject({
  keyId: KeyId.optional(),
  event: z.enum(AUDIT_EVENTS).optional(),
  limit: Limit,
  cursor: Cursor,
})

const Response = z.object({
  events: z.array(
    z.object({
      id: z.string(),
      at: Timestamp,
      event: z.enum(AUDIT_EVENTS),
      developerId: z.string().nullable(),
      keyId: z.string().nullable(),
      actor: z.string().nullable().meta({ description: 'The key or the person that did it.' }),
      address: z.string().nullable().meta({ description: 'The network address it came from.' }),
      detail: z.string().nullable(),
      count: z.int().meta({ description: 'How often in that minute; above 1 for refusals and denials only.' }),
    }),
  ),
  nextCursor: NextCursor,
})

export function readAudit({ store }: Desk): Operation {
  return define({
    name: 'readAudit',
    method: 'GET',
    path: '/api/developer/audit',
    tag: 'keys',
    summary: 'What happened to your keys, newest first; operators see everybody.',
    description: 'Refused keys and denied scopes are counted per minute and appear when the minute is over.',
    access: session('keys:manage'),
    limit: 'read',
    errors: ['unavailable'],
    request: Request,
    response: Response,
    async handle({ keyId, event, limit, cursor }, call) {
      const caller = callerOf(call)
      const developerId = seesAll(caller) ? null : caller.developerId
      const { rows } = await sql<Stored>`
        select * from key_audit
        where (${developerId}::text is null or developer_id = ${developerId})
          and (${keyId ?? null}::text is null or key_id = ${keyId ?? null})
          and (${event ?? null}::text is null or event = ${event ?? null})
          and (${cursor ?? null}::text is null or id < ${cursor ?? null})
        order by id desc limit ${limit + 1}`.execute(store)
      const events = rows.slice(0, limit).map(toEvent)
      return { events, nextCursor: rows.length > limit ? (events.at(-1)?.id ?? null) : null }
    },
  })
}

function seesAll(caller: KnownCaller): boolean {
  return caller.kind === 'session' ? caller.operator : grants(caller.scopes, 'admin:*')
}

type Stored = Omit<AuditRow, 'at' | 'count'> & { at: Date; count: number }

function toEvent({
  developer_id: developerId,
  key_id: keyId,
  ...row
}: Stored): z.output<typeof Response>['events'][number] {
  return { ...row, developerId, keyId }
}
