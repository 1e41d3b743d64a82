import { z } from 'zod'
import { session } from '#core/Access.ts'
import { actorOf } from '#core/AuditLog.ts'
import { define, type Operation } from '#core/Operation.ts'
import { refuseSecrets } from '#core/secrets.ts'
import { Timestamp } from '#core/wire.ts'
import * as KeyGrant from '#keys/actions/KeyGrant.ts'
import { type Context, callerOf, inTransaction } from '#keys/Context.ts'
import * as ApiKey from '#keys/rules/ApiKey.ts'
import * as Restrictions from '#keys/rules/Restrictions.ts'
import * as KeyStore from '#keys/store/KeyStore.ts'
import type { ListedKey } from '#keys/store/tables.ts'
import { CallsPerMinute, KeyRecord, Name, Networks, Scopes, toRecord } from '#keys/wire.ts'

export const SHOWN_ONCE = 'This key is shown once. Store it now; the service keeps only its digest.'

const Request = z.strictObject({
  name: Name,
  scopes: Scopes.default(['api:*']),
  expiresAt: Timestamp.nullish().meta({ description: 'When the key expires. Default: never' }),
  networks: Networks,
  callsPerMinute: CallsPerMinute,
})

export const Response = z.object({
  key: z.string().optional().meta({ description: 'The secret; absent only when an Idempotency-Key is replayed.' }),
  record: KeyRecord,
  warning: z.string(),
})

export function createKey(context: Context): Operation {
  return define({
    name: 'createKey',
    method: 'POST',
    path: '/api/developer/keys',
    tag: 'keys',
    summary: 'Create an API key.',
    description:
      'Needs a session token or a key with keys:manage. Such a key can grant only its own scopes, networks and limit, and an expiry no later than its own. Revoking it does not revoke the keys it created; they carry its id as `createdBy`.',
    access: session('keys:manage'),
    limit: 'write',
    errors: ['failed_precondition', 'unavailable'],
    status: 201,
    idempotent: { redact: withoutKey },
    examples: [{ summary: 'A key for normal use', request: { name: 'my agent', scopes: ['api:*'] } }],
    request: Request,
    response: Response,
    async handle({ name, scopes, expiresAt, ...requested }, call) {
      const { audit, pepper, now, random } = context
      const caller = callerOf(call)
      const { developerId } = caller
      const distinct = [...new Set(scopes)]
      refuseSecrets(name, 'name')
      KeyGrant.requireScopes(distinct, caller)
      const { key, row } = await inTransaction(context, { call, developerId }, async (tx) => {
        const authority = await KeyGrant.authorityOf(tx, caller)
        const expiry = KeyGrant.expiryOf(expiresAt, authority, now())
        await KeyGrant.requireQuota(tx, developerId, KeyGrant.KEYS_MAX)
        const { subject, createdBy } = authority
        const restrictions = Restrictions.inherit(requested, authority.restrictions)
        const draft = { developerId, subject, createdBy, name, scopes: distinct, expiresAt: expiry, restrictions }
        const key = ApiKey.create(random)
        const id = await KeyStore.insert(tx, { key, pepper }, { ...draft, rotatedFrom: null })
        const detail = distinct.join(' ')
        const what = { event: 'created', developerId, target: id, detail } as const
        await audit.append(tx, { ...what, ...actorOf(caller) })
        return { key, row: (await KeyStore.find(tx, { id, developerId })) as ListedKey }
      })
      return { key, record: toRecord(row), warning: SHOWN_ONCE }
    },
  })
}

/** The response as it is stored for a replay. */
export function withoutKey({ key, ...answer }: { key: string; record: { id: string }; warning: string }): unknown {
  const { id } = answer.record
  return {
    ...answer,
    warning: `This is a repeated response, and the key is shown once. If it is lost, POST /api/developer/keys/${id}/rotate creates another.`,
  }
}
