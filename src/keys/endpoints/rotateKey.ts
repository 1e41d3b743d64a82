import { z } from 'zod'
import { session } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { actorOf } from '#core/AuditLog.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Timestamp } from '#core/wire.ts'
import * as KeyGrant from '#keys/actions/KeyGrant.ts'
import { type Context, callerOf, inTransaction, type KnownCaller, keyNotFound } from '#keys/Context.ts'
import * as ApiKey from '#keys/rules/ApiKey.ts'
import * as Restrictions from '#keys/rules/Restrictions.ts'
import * as KeyStore from '#keys/store/KeyStore.ts'
import type { ListedKey, Store } from '#keys/store/tables.ts'
import { KeyId, KeyRecord, toRecord } from '#keys/wire.ts'
import { SHOWN_ONCE, withoutKey } from './createKey.ts'

const OVERLAP_SECONDS_MAX = 7 * 86_400

const Request = z.strictObject({
  id: KeyId,
  overlapSeconds: z
    .int('must be a whole number of seconds')
    .min(0, 'must not be negative')
    .max(OVERLAP_SECONDS_MAX, `must be at most ${OVERLAP_SECONDS_MAX}`)
    .default(86_400)
    .meta({ description: 'Seconds for which the old key keeps working; 0 revokes it at once. Default: 86400' }),
  expiresAt: Timestamp.nullish().meta({ description: 'When the new key expires. Default: like the old key' }),
})

const Response = z.object({
  key: z.string().optional().meta({ description: 'The new secret; absent only when an Idempotency-Key is replayed.' }),
  record: KeyRecord,
  previous: KeyRecord,
  warning: z.string(),
})

type Rotation = z.output<typeof Request> & { caller: KnownCaller; key: string }

export function rotateKey(context: Context): Operation {
  return define({
    name: 'rotateKey',
    method: 'POST',
    path: '/api/developer/keys/{id}/rotate',
    tag: 'keys',
    summary: 'Replace a key with a new one of the same name, scopes, networks and limit; both work during the overlap.',
    access: session('keys:manage'),
    limit: 'write',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    status: 201,
    idempotent: { redact: withoutKey },
    request: Request,
    response: Response,
    async handle(request, call) {
      const caller = callerOf(call)
      const { developerId } = caller
      const key = ApiKey.create(context.random)
      const rotated = await inTransaction(context, { call, developerId }, (tx) =>
        rotate(tx, context, { ...request, caller, key }),
      )
      call.afterCommit(() => context.changed(request.id))
      return { key, record: toRecord(rotated.record), previous: toRecord(rotated.previous), warning: SHOWN_ONCE }
    },
  })
}

async function rotate(
  tx: Store,
  context: Context,
  rotation: Rotation,
): Promise<Record<'record' | 'previous', ListedKey>> {
  const { id, overlapSeconds, caller } = rotation
  const { developerId } = caller
  const old = await KeyStore.find(tx, { id, developerId })
  if (!old) throw keyNotFound()
  KeyGrant.requireScopes(old.scopes, caller)
  if (old.revoked_at || old.expired) throw ended()
  // Twice the maximum, so that a developer at the maximum can still rotate every key.
  await KeyGrant.requireQuota(tx, developerId, 2 * KeyGrant.KEYS_MAX)
  const newId = await insertSuccessor(tx, context, { ...rotation, old })
  if (!(await KeyStore.retire(tx, id, { id: newId, overlapSeconds }))) throw ended()
  const what = { event: 'rotated', developerId, target: id, detail: newId } as const
  await context.audit.append(tx, { ...what, ...actorOf(caller) })
  const record = (await KeyStore.find(tx, { id: newId, developerId })) as ListedKey
  return { record, previous: (await KeyStore.find(tx, { id, developerId })) as ListedKey }
}

async function insertSuccessor(
  tx: Store,
  context: Context,
  { caller, key, old, expiresAt }: Rotation & { old: ListedKey },
): Promise<string> {
  const authority = await KeyGrant.authorityOf(tx, caller)
  const expiry = expiresAt === undefined ? earlier(old.expires_at, authority.expiresAtMax) : expiresAt
  return KeyStore.insert(
    tx,
    { key, pepper: context.pepper },
    {
      developerId: caller.developerId,
      subject: authority.subject,
      createdBy: authority.createdBy,
      name: old.name,
      scopes: old.scopes,
      expiresAt: KeyGrant.expiryOf(expiry, authority, context.now()),
      restrictions: Restrictions.succeed(Restrictions.of(old), authority.restrictions),
      rotatedFrom: old.id,
    },
  )
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other
  return one < other ? one : other
}

function ended(): ApiError {
  const message = 'This key is expired, revoked or already rotated. Rotate its successor, or create another key.'
  return new ApiError('failed_precondition', message)
}
