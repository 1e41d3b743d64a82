import { sql } from 'kysely'
import { z } from 'zod'
import { session } from '#core/Access.ts'
import { Cursor, Limit, NextCursor } from '#core/ListQuery.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Timestamp } from '#core/wire.ts'
import { callerOf, type KeyContext, keyNotFound } from '#keys/Context.ts'
import * as KeyStore from '#keys/store/KeyStore.ts'
import type { Store } from '#keys/store/tables.ts'
import { KeyId } from '#keys/wire.ts'

const Request = z.strictObject({
  id: KeyId,
  days: z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(90, 'must be at most 90')
    .default(30)
    .meta({ description: 'How many days of counts, today included.' }),
  limit: Limit,
  cursor: Cursor.pipe(
    z
      .string()
      .regex(/^[0-9]{1,15}$/, 'must be nextCursor of the answer before')
      .optional(),
  ),
})

const Response = z.object({
  usage: z.array(z.object({ day: z.iso.date(), operation: z.string(), status: z.int(), count: z.int() })),
  requests: z
    .array(
      z.object({
        at: Timestamp,
        operation: z.string(),
        status: z.int(),
        code: z.string().nullable(),
        durationMs: z.number(),
        requestId: z.string(),
      }),
    )
    .meta({ description: 'Single calls of the last 7 days, newest first.' }),
  nextCursor: NextCursor,
})

/** `flush` writes what this process still holds, so that one's own calls are seen at once. */
export function readKeyUsage({ store, flush }: KeyContext & { flush(): Promise<void> }): Operation {
  return define({
    name: 'readKeyUsage',
    method: 'GET',
    path: '/api/developer/keys/{id}/usage',
    tag: 'keys',
    summary: 'What a key did: calls per day, operation and status, and the single calls of 7 days.',
    access: session('keys:manage'),
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    request: Request,
    response: Response,
    async handle({ id, days, limit, cursor }, call) {
      if (!(await KeyStore.find(store, { id, developerId: callerOf(call).developerId }))) throw keyNotFound()
      await flush()
      const requests = await requestsOf(store, id, { limit: limit + 1, cursor })
      const page = requests.slice(0, limit)
      return {
        usage: await countsOf(store, id, days),
        requests: page.map(({ id: _, ...request }) => request),
        nextCursor: requests.length > limit ? String(page.at(-1)?.id) : null,
      }
    },
  })
}

type Count = { day: string; operation: string; status: number; count: number }

async function countsOf(store: Store, keyId: string, days: number): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select to_char(day, 'YYYY-MM-DD') as day, operation, status, count from key_usage
    where key_id = ${keyId} and day > current_date - ${days}::integer
    order by key_usage.day desc, operation, status`.execute(store)
  return rows
}

type Request = {
  id: number
  at: Date
  operation: string
  status: number
  code: string | null
  durationMs: number
  requestId: string
}

async function requestsOf(
  store: Store,
  keyId: string,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<Request[]> {
  const { rows } = await sql<Request>`
    select id, at, operation, status, code, duration_ms as "durationMs", request_id as "requestId" from key_requests
    where key_id = ${keyId} and at > now() - interval '7 days' and (${cursor ?? null}::bigint is null or id < ${cursor ?? null}::bigint)
    order by id desc limit ${limit}`.execute(store)
  return rows
}
