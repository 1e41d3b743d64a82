import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { isOperator, type KnownCaller, session } from '#core/Access.ts'
import { AUDIT_EVENTS, type AuditEntry } from '#core/AuditLog.ts'
import { Cursor, Limit, NextCursor, PLAIN_TEXT } from '#core/ListQuery.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Timestamp } from '#core/wire.ts'

const Request = z.strictObject({
  target: z
    .string()
    .max(64, 'must be an id')
    .regex(PLAIN_TEXT, 'must be an id')
    .meta({ description: 'The id of a key, room or box, such as `key_…`.' })
    .optional(),
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
      target: z.string().nullable().meta({ description: 'The id of the affected key, room or box.' }),
      actor: z.string().nullable().meta({ description: 'The key or person that acted.' }),
      address: z.string().nullable().meta({ description: 'The network address of the request.' }),
      detail: z.string().nullable(),
      count: z.int().meta({ description: 'Occurrences in that minute; above 1 only for refusals and denials.' }),
    }),
  ),
  nextCursor: NextCursor,
})

export function readAudit(kysely: Kysely<unknown>): Operation {
  return define({
    name: 'readAudit',
    method: 'GET',
    path: '/api/developer/audit',
    tag: 'keys',
    summary:
      'List the audit events of your keys, rooms and boxes, newest first; operators see those of all developers.',
    description: 'Refused keys and denied scopes are counted per minute and appear when the minute is over.',
    access: session('keys:manage'),
    limit: 'read',
    errors: ['unavailable'],
    request: Request,
    response: Response,
    async handle({ target, event, limit, cursor }, call) {
      const caller = call.caller as KnownCaller
      const developerId = isOperator(caller) ? null : caller.developerId
      const { rows } = await sql<Row>`
        select id, at, event, developer_id as "developerId", target, actor, address, detail, count from audit_log
        where (${developerId}::text is null or developer_id = ${developerId})
          and (${target ?? null}::text is null or target = ${target ?? null})
          and (${event ?? null}::text is null or event = ${event ?? null})
          and (${cursor ?? null}::text is null or id < ${cursor ?? null})
        order by id desc limit ${limit + 1}`.execute(kysely)
      const events = rows.slice(0, limit)
      return { events, nextCursor: rows.length > limit ? (events.at(-1)?.id ?? null) : null }
    },
  })
}

type Row = AuditEntry & { id: string; at: Date; count: number }
