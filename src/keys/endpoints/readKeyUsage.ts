import { z } from 'zod'
import { session } from '#core/Access.ts'
import { Cursor, Limit, NextCursor } from '#core/ListQuery.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Timestamp } from '#core/wire.ts'
import { type Context, callerOf, keyNotFound } from '#keys/Context.ts'
import * as KeyStore from '#keys/store/KeyStore.ts'
import * as Usage from '#keys/store/Usage.ts'
import { KeyId } from '#keys/wire.ts'

const Request = z.strictObject({
  id: KeyId,
  days: z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(90, 'must be at most 90')
    .default(30)
    .meta({ description: 'Days of counts, including today. Default: 30' }),
  limit: Limit,
  cursor: Cursor.pipe(
    z
      .string()
      .regex(/^[0-9]{1,15}(-[0-9]{1,3})?$/, 'must be nextCursor of the previous page')
      .optional(),
  ),
})

export const Response = z.object({
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
    .meta({ description: 'Individual calls of the last 7 days, newest first.' }),
  nextCursor: NextCursor,
})

/** `flush` writes the key's usage that is still in memory, so that the answer includes the caller's latest calls. */
export function readKeyUsage({ store, flush }: Context): Operation {
  return define({
    name: 'readKeyUsage',
    method: 'GET',
    path: '/api/developer/keys/{id}/usage',
    tag: 'keys',
    summary:
      'Read the usage of a key: calls per day, operation and status, and the individual calls of the last 7 days.',
    access: session('keys:manage'),
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    request: Request,
    response: Response,
    async handle({ id, days, limit, cursor }, call) {
      if (!(await KeyStore.find(store, { id, developerId: callerOf(call).developerId }))) throw keyNotFound()
      await flush(id)
      const requests = await Usage.listRequests(store, id, { limit: limit + 1, cursor })
      const page = requests.slice(0, limit)
      const last = page.at(-1)
      return {
        usage: await Usage.readCounts(store, id, days),
        requests: page.map(({ id: _, place: _place, ...request }) => request),
        nextCursor: requests.length > limit && last ? Usage.cursorAfter(last) : null,
      }
    },
  })
}
