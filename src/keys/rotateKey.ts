import { z } from 'zod'
import { session } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Timestamp } from '#core/wire.ts'
import * as ApiKey from './ApiKey.ts'
import * as Audit from './Audit.ts'
import { KEYS_MAX, SHOWN_ONCE, withoutKey } from './createKey.ts'
import {
  authorityFor,
  callerOf,
  type Desk,
  expiryFor,
  inTransaction,
  type KnownCaller,
  keyNotFound,
  requireMintable,
  requireRoom,
} from './Desk.ts'
import { findKey, insertKey, retireKey } from './store.ts'
import type { Store } from './tables.ts'
import { KeyId, KeyRecord, type ListedKey, toRecord } from './wire.ts'

const OVERLAP_SECONDS_MAX = 7 * 86_400

const Request = z.strictObject({
  id: KeyId,
  overlapSeconds: z
    .int('must be a whole number of seconds')
    .min(0, 'must not be negative')
    .max(OVERLAP_SECONDS_MAX, `must be at most ${OVERLAP_SECONDS_MAX}`)
    .default(86_400)
    .meta({ description: 'How long the old secret works on beside the new one; 0 ends it at once.' }),
  expiresAt: Timestamp.nullish().meta({ description: 'When the new key ends; as the old one, when left out.' }),
})

const Response = z.object({
  key: z.string().optional().meta({ description: 'The new secret; absent only when an Idempotency-Key is replayed.' }),
  record: KeyRecord,
  previous: KeyRecord,
  warning: z.string(),
})

type Rotation = z.output<typeof Request> & { caller: KnownCaller; key: string }

export function rotateKey(desk: Desk): Operation {
  return define({
    name: 'rotateKey',
    method: 'POST',
    path: '/api/developer/keys/{id}/rotate',
    tag: 'keys',
    summary: 'Replace a key by a new one with the same name and scopes, both working for a while.',
    access: session('keys:manage'),
    limit: 'write',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    status: 201,
    idempotent: { redact: withoutKey },
    request: Request,
    response: Response,
    async handle(request, call) {
      const caller = callerOf(call)
      const key = ApiKey.create(desk.random)
      const rotated = await inTransaction(desk, call, (within) => rotate(within, desk, { ...request, caller, key }))
      desk.changed(request.id)
      return { key, record: toRecord(rotated.record), previous: toRecord(rotated.previous), warning: SHOWN_ONCE }
    },
  })
}

async function rotate(
  within: Store,
  desk: Desk,
  rotation: Rotation,
): Promise<Record<'record' | 'previous', ListedKey>> {
  const { id, overlapSeconds, caller } = rotation
  const { developerId } = caller
  const old = await findKey(within, { id, developerId })
  if (!old) throw keyNotFound()
  requireMintable(old.scopes, caller)
  if (old.revoked_at || old.expired) throw ended()
  // Whoever has all the keys they may have can still replace each of them.
  await requireRoom(within, developerId, 2 * KEYS_MAX)
  const newId = await insertSuccessor(within, desk, { ...rotation, old })
  if (!(await retireKey(within, id, { id: newId, overlapSeconds }))) throw ended()
  const event = { event: 'rotated', developer_id: developerId, key_id: id, detail: newId } as const
  await Audit.append(within, { ...event, ...Audit.actorOf(caller) })
  const record = (await findKey(within, { id: newId, developerId })) as ListedKey
  return { record, previous: (await findKey(within, { id, developerId })) as ListedKey }
}

async function insertSuccessor(
  within: Store,
  desk: Desk,
  { caller, key, old, expiresAt }: Rotation & { old: ListedKey },
): Promise<string> {
  const authority = await authorityFor(within, caller)
  const expiry = expiresAt === undefined ? earlier(old.expires_at, authority.expiresAtMax) : expiresAt
  return insertKey(
    within,
    { key, pepper: desk.pepper },
    {
      developerId: caller.developerId,
      subject: authority.subject,
      createdBy: authority.createdBy,
      name: old.name,
      scopes: old.scopes,
      expiresAt: expiryFor(expiry, authority, desk.now()),
      rotatedFrom: old.id,
    },
  )
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other
  return one < other ? one : other
}

function ended(): ApiError {
  const message = 'This key has ended or was rotated before. Rotate the one that works now, or create another.'
  return new ApiError('failed_precondition', message)
}
