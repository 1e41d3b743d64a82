import { z } from 'zod'
import { session } from '#core/Access.ts'
import { actorOf } from '#core/AuditLog.ts'
import { define, type Operation } from '#core/Operation.ts'
import { transaction } from '#database/transaction.ts'
import { type Context, connectionNotFound, personOf } from '#oauth/Context.ts'
import * as Connections from '#oauth/store/Connections.ts'
import * as States from '#oauth/store/States.ts'
import type { Store } from '#oauth/store/tables.ts'
import { ConnectionId } from '#oauth/wire.ts'

export function revokeConnection({ store, audit }: Context): Operation {
  return define({
    name: 'revokeConnection',
    method: 'DELETE',
    path: '/api/developer/connections/{id}',
    tag: 'oauth',
    summary: 'Disconnect a client: its tokens stop working at once.',
    description: 'The client must sign in again to act for you.',
    access: session(),
    limit: 'control',
    errors: ['not_found', 'unavailable'],
    status: 204,
    request: z.strictObject({ id: ConnectionId }),
    response: z.void(),
    async handle({ id }, call) {
      const { developerId } = personOf(call)
      await transaction(store, async (tx: Store) => {
        const connection = await Connections.find(tx, { id, developerId })
        if (!connection) throw connectionNotFound()
        await States.removeGrant(tx, id)
        const what = { event: 'client.disconnected', developerId, target: id, detail: connection.client_host } as const
        await audit.append(tx, { ...what, ...actorOf(call.caller) })
      })
    },
  })
}
