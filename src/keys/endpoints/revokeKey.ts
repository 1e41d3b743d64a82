import { z } from 'zod'
import { session } from '#core/Access.ts'
import { actorOf } from '#core/AuditLog.ts'
import { define, type Operation } from '#core/Operation.ts'
import { type Context, callerOf, inTransaction, keyNotFound } from '#keys/Context.ts'
import * as KeyStore from '#keys/store/KeyStore.ts'
import { KeyId } from '#keys/wire.ts'

export function revokeKey(context: Context): Operation {
  return define({
    name: 'revokeKey',
    method: 'DELETE',
    path: '/api/developer/keys/{id}',
    tag: 'keys',
    summary: 'Revoke a key immediately and permanently.',
    access: session('keys:manage'),
    limit: 'control',
    errors: ['not_found', 'unavailable'],
    status: 204,
    request: z.strictObject({ id: KeyId }),
    response: z.void(),
    async handle({ id }, call) {
      const caller = callerOf(call)
      const { developerId } = caller
      await inTransaction(context, { call, developerId }, async (tx) => {
        if (!(await KeyStore.find(tx, { id, developerId }))) throw keyNotFound()
        if (!(await KeyStore.revoke(tx, { id, developerId }))) return
        const what = { event: 'revoked', developerId, target: id, detail: 'by its owner' } as const
        await context.audit.append(tx, { ...what, ...actorOf(caller) })
      })
      call.afterCommit(() => context.changed(id))
    },
  })
}
