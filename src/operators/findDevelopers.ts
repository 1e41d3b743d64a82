import { sql } from 'kysely'
import { z } from 'zod'
import { admin } from '#core/Access.ts'
import { Cursor, Limit, NextCursor, PLAIN_TEXT } from '#core/ListQuery.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Timestamp } from '#core/wire.ts'
import type { Context } from './Context.ts'

export const Block = z.object({ at: Timestamp, reason: z.string(), by: z.string() })

const Request = z.strictObject({
  search: z
    .string()
    .max(200)
    .regex(PLAIN_TEXT, 'must be plain text')
    .optional()
    .meta({ description: 'A developer id, a wallet address, or another part of the subject.' }),
  blocked: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true` for only blocked developers, `false` for only the others.' }),
  limit: Limit,
  cursor: Cursor,
})

const Response = z.object({
  developers: z.array(
    z.object({
      id: z.string(),
      subject: z.string().meta({ description: 'The wallet, or the subject at an identity provider.' }),
      createdAt: Timestamp,
      block: Block.nullable(),
      limitFactor: z.number().meta({ description: 'Multiplies the rate limits. Default: 1' }),
    }),
  ),
  nextCursor: NextCursor,
})

type Row = {
  id: string
  subject: string
  createdAt: Date
  at: Date | null
  reason: string
  by: string
  limitFactor: number
}

export function findDevelopers({ db }: Context): Operation {
  return define({
    name: 'findDevelopers',
    method: 'GET',
    path: '/api/admin/developers',
    tag: 'operations',
    summary: 'Find developers, newest first.',
    description: 'For operators. `GET /api/developer/audit?target=key_…` names the developer of a key.',
    access: admin,
    limit: 'read',
    errors: ['unavailable'],
    request: Request,
    response: Response,
    async handle({ search, blocked, limit, cursor }) {
      const text = search?.trim().toLowerCase() ?? null
      const { rows } = await sql<Row>`
        select id, subject, created_at as "createdAt", blocked_at as at, reason, blocked_by as by, coalesce(factor, 1) as "limitFactor"
        from developers left join developer_blocks b on b.developer_id = id left join developer_limits l on l.developer_id = id
        where (${text}::text is null or id = ${text} or position(${text} in lower(subject)) > 0)
          and (${blocked ?? null}::boolean is null or (b.developer_id is not null) = ${blocked ?? null}::boolean)
          and (${cursor ?? null}::text is null or id < ${cursor ?? null})
        order by id desc limit ${limit + 1}`.execute(db)
      const found = rows.slice(0, limit)
      const developers = found.map(({ at, reason, by, ...known }) => ({ ...known, block: at && { at, reason, by } }))
      return { developers, nextCursor: rows.length > limit ? (found.at(-1)?.id ?? null) : null }
    },
  })
}
