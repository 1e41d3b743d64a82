import { z } from 'zod'
import { session } from '#core/Access.ts'
import { Cursor, Limit, NextCursor } from '#core/ListQuery.ts'
import { define, type Operation } from '#core/Operation.ts'
import { type Context, callerOf } from '#keys/Context.ts'
import * as KeyStore from '#keys/store/KeyStore.ts'
import { KeyRecord, toRecord } from '#keys/wire.ts'

export function listKeys({ store }: Context): Operation {
  return define({
    name: 'listKeys',
    method: 'GET',
    path: '/api/developer/keys',
    tag: 'keys',
    summary: 'List your API keys, newest first, including revoked and expired ones.',
    access: session('keys:manage'),
    limit: 'read',
    errors: ['unavailable'],
    request: z.strictObject({ limit: Limit, cursor: Cursor }),
    response: z.object({ keys: z.array(KeyRecord), nextCursor: NextCursor }),
    async handle({ limit, cursor }, call) {
      const rows = await KeyStore.list(store, callerOf(call).developerId, { limit: limit + 1, cursor })
      const keys = rows.slice(0, limit).map(toRecord)
      return { keys, nextCursor: rows.length > limit ? (keys.at(-1)?.id ?? null) : null }
    },
  })
}
