import type { Kysely } from 'kysely'
import { z } from 'zod'
import { none } from '#core/Access.ts'
import { Cursor, Limit, NextCursor } from '#core/ListQuery.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Timestamp } from '#core/wire.ts'
import * as Outages from './Outages.ts'

const NumberCursor = Cursor.refine((text) => text === undefined || /^[1-9][0-9]{0,14}$/.test(text), {
  message: 'must be nextCursor of the previous page',
})

export const History = z.object({
  retentionDays: z.int(),
  outages: z.array(
    z.object({
      part: z.string().meta({ description: 'Such as `database`, `chain 4663` or `service`.' }),
      detail: z.string().nullable(),
      startedAt: Timestamp,
      endedAt: Timestamp.nullable().meta({ description: 'Null while it lasts.' }),
    }),
  ),
  nextCursor: NextCursor,
})

/** The outages that any replica saw. */
export function history(db: Kysely<unknown>): Operation {
  return define({
    name: 'getHealthHistory',
    method: 'GET',
    path: '/api/health/history',
    tag: 'discovery',
    summary: 'List past outages, newest first.',
    description: 'Failures shorter than 3 s are left out.',
    access: none,
    limit: 'read',
    errors: ['unavailable'],
    request: z.strictObject({ limit: Limit, cursor: NumberCursor }),
    response: History,
    async handle({ limit, cursor }) {
      const rows = await Outages.list(db, { limit: limit + 1, before: cursor === undefined ? null : Number(cursor) })
      const shown = rows.slice(0, limit)
      return {
        retentionDays: Outages.RETENTION_DAYS,
        outages: shown.map(({ id: _, ...outage }) => outage),
        nextCursor: rows.length > limit ? String(shown.at(-1)?.id) : null,
      }
    },
  })
}
