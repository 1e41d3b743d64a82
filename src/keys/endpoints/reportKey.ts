import { z } from 'zod'
import { none } from '#core/Access.ts'
import { invalidField } from '#core/ApiError.ts'
import { actorOf } from '#core/AuditLog.ts'
import { isKeyFormat } from '#core/apiKeyFormat.ts'
import { define, type Operation } from '#core/Operation.ts'
import { type Context, inTransaction } from '#keys/Context.ts'
import * as KeyStore from '#keys/store/KeyStore.ts'

/** Needs no credential: knowing the whole key is the proof, and reporting it only revokes it. */
export function reportKey(context: Context): Operation {
  return define({
    name: 'reportKey',
    method: 'POST',
    path: '/api/developer/keys/report',
    tag: 'keys',
    summary: 'Report a leaked key; presenting it revokes it.',
    access: none,
    limit: 'auth',
    errors: ['unavailable'],
    request: z.strictObject({ key: z.string().max(200) }),
    response: z.object({ revoked: z.boolean().meta({ description: 'False when the key was not active.' }) }),
    async handle({ key }, call) {
      if (!isKeyFormat(key)) throw invalidField('key', 'must be a whole API key: svc_sk_ and 49 characters')
      const known = await context.identify(key)
      if (!known) return { revoked: false }
      const { id, developerId } = known
      const revoked = await inTransaction(context, { call, developerId }, async (tx) => {
        if (!(await KeyStore.revoke(tx, known))) return false
        const what = { event: 'revoked', developerId, target: id, detail: 'reported' } as const
        await context.audit.append(tx, { ...what, ...actorOf(call.caller) })
        return true
      })
      call.afterCommit(() => context.changed(id))
      return { revoked }
    },
  })
}
