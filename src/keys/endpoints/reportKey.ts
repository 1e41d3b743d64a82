import { z } from 'zod'
import { none } from '#core/Access.ts'
import { invalidField } from '#core/ApiError.ts'
import { actorOf } from '#core/AuditLog.ts'
import { define, type Operation } from '#core/Operation.ts'
import * as ApiKey from '#keys/ApiKey.ts'
import { inTransaction, type KeyContext } from '#keys/Context.ts'
import * as KeyStore from '#keys/store/KeyStore.ts'

type Needs = KeyContext & {
  /** The key behind a secret, whatever its state. */
  identify(secret: string): Promise<KeyStore.OwnedKey | undefined>
}

/** Open to anyone: to know a whole key is the proof, and the only thing it allows is to end it. */
export function reportKey(context: Needs): Operation {
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
    response: z.object({ revoked: z.boolean().meta({ description: 'False when no active key was behind it.' }) }),
    async handle({ key }, call) {
      if (!ApiKey.isWellFormed(key)) throw invalidField('key', 'must be a whole API key, svc_sk_ and 49 characters')
      const known = await context.identify(key)
      if (!known) return { revoked: false }
      const { id, developerId } = known
      const revoked = await inTransaction(context, { call, developerId }, async (within) => {
        if (!(await KeyStore.revoke(within, known))) return false
        const what = { event: 'revoked', developerId, target: id, detail: 'reported' } as const
        await context.audit.append(within, { ...what, ...actorOf(call.caller) })
        return true
      })
      call.afterCommit(() => context.changed(id))
      return { revoked }
    },
  })
}
