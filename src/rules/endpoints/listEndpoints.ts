import { z } from 'zod'
import { session } from '#core/Access.ts'
import { Cursor, Limit, NextCursor } from '#core/ListQuery.ts'
import { define, type Operation } from '#core/Operation.ts'
import { type Context, callerOf } from '#rules/Context.ts'
import * as Endpoints from '#rules/store/Endpoints.ts'
import { EndpointRecord, toEndpointRecord } from '#rules/wire.ts'

export function listEndpoints({ store }: Context): Operation {
  return define({
    name: 'listWebhooks',
    method: 'GET',
    path: '/api/webhooks',
    tag: 'rules',
    summary: 'List your webhook endpoints, newest first.',
    access: session('rules:read'),
    limit: 'read',
    errors: ['unavailable'],
    request: z.strictObject({ limit: Limit, cursor: Cursor }),
    response: z.object({ endpoints: z.array(EndpointRecord), nextCursor: NextCursor }),
    async handle({ limit, cursor }, call) {
      const rows = await Endpoints.list(store, callerOf(call).developerId, { limit: limit + 1, cursor })
      const endpoints = rows.slice(0, limit).map(toEndpointRecord)
      return { endpoints, nextCursor: rows.length > limit ? (endpoints.at(-1)?.id ?? null) : null }
    },
  })
}
