import { z } from 'zod'
import { session } from '#core/Access.ts'
import { Cursor, Limit, NextCursor } from '#core/ListQuery.ts'
import { define, type Operation } from '#core/Operation.ts'
import { type Context, personOf } from '#oauth/Context.ts'
import * as Connections from '#oauth/store/Connections.ts'
import { ConnectionRecord, toRecord } from '#oauth/wire.ts'

export function listConnections({ store }: Context): Operation {
  return define({
    name: 'listConnections',
    method: 'GET',
    path: '/api/developer/connections',
    tag: 'oauth',
    summary: 'List the clients that act for you, newest first.',
    description: 'Clients that signed in by OAuth and were approved. Ended connections are not listed.',
    access: session(),
    limit: 'read',
    errors: ['unavailable'],
    request: z.strictObject({ limit: Limit, cursor: Cursor }),
    response: z.object({ connections: z.array(ConnectionRecord), nextCursor: NextCursor }),
    async handle({ limit, cursor }, call) {
      const rows = await Connections.list(store, personOf(call).developerId, { limit: limit + 1, cursor })
      const connections = rows.slice(0, limit).map(toRecord)
      return { connections, nextCursor: rows.length > limit ? (connections.at(-1)?.id ?? null) : null }
    },
  })
}
