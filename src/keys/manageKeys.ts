import { z } from 'zod'
import { none, session } from '#core/Access.ts'
import { invalidField } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'
import * as ApiKey from './ApiKey.ts'
import * as Audit from './Audit.ts'
import { callerOf, type Desk, inTransaction, keyNotFound } from './Desk.ts'
import { findKey, listKeys as list, type OwnedKey, revokeKey as revoke } from './store.ts'
import { Cursor, KeyId, KeyRecord, Limit, NextCursor, toRecord } from './wire.ts'

export function listKeys({ store }: Desk): Operation {
  return define({
    name: 'listKeys',
    method: 'GET',
    path: '/api/developer/keys',
    tag: 'keys',
    summary: 'List your API keys, newest first, revoked and expired ones included.',
    access: session('keys:manage'),
    limit: 'read',
    errors: ['unavailable'],
    request: z.strictObject({ limit: Limit, cursor: Cursor }),
    response: z.object({ keys: z.array(KeyRecord), nextCursor: NextCursor }),
    async handle({ limit, cursor }, call) {
      const rows = await list(store, callerOf(call).developerId, { limit: limit + 1, cursor })
      const keys = rows.slice(0, limit).map(toRecord)
      return { keys, nextCursor: rows.length > limit ? (keys.at(-1)?.id ?? null) : null }
    },
  })
}

export function revokeKey(desk: Desk): Operation {
  return define({
    name: 'revokeKey',
    method: 'DELETE',
    path: '/api/developer/keys/{id}',
    tag: 'keys',
    summary: 'Revoke a key at once and for good.',
    access: session('keys:manage'),
    limit: 'write',
    errors: ['not_found', 'unavailable'],
    status: 204,
    request: z.strictObject({ id: KeyId }),
    response: z.void(),
    async handle({ id }, call) {
      const caller = callerOf(call)
      const { developerId } = caller
      await inTransaction(desk, call, async (within) => {
        if (!(await findKey(within, { id, developerId }))) throw keyNotFound()
        if (!(await revoke(within, { id, developerId }))) return
        const event = { event: 'revoked', developer_id: developerId, key_id: id, detail: 'by its owner' } as const
        await Audit.append(within, { ...event, ...Audit.actorOf(caller) })
      })
      desk.changed(id)
    },
  })
}

type Report = Desk & {
  /** The key behind a secret, whatever its state. */
  identify(secret: string): Promise<OwnedKey | undefined>
}

/** Open to anyone: to know a whole key is the proof, and the only thing it allows is to end it. */
export function reportKey(desk: Report): Operation {
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
      const known = await desk.identify(key)
      if (!known) return { revoked: false }
      const revoked = await inTransaction(desk, call, async (within) => {
        if (!(await revoke(within, known))) return false
        const event = {
          event: 'revoked',
          developer_id: known.developerId,
          key_id: known.id,
          detail: 'reported',
        } as const
        await Audit.append(within, { ...event, ...Audit.actorOf(call.caller) })
        return true
      })
      desk.changed(known.id)
      return { revoked }
    },
  })
}
