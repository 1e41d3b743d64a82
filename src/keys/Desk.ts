import type { Transaction } from 'kysely'
import { type Caller, grants, type Scope } from '#core/Access.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import type { Call } from '#core/Operation.ts'
import { transaction } from '#database/transaction.ts'
import { authorityOf, countActiveKeys } from './store.ts'
import type { Store, Tables } from './tables.ts'

/** What the operations on keys work with. */
export type Desk = {
  store: Store
  pepper: Uint8Array
  /** Called once a key was changed, so that nobody goes on with what it was. */
  changed(keyId: string): void
  now(): number
  random(size: number): Uint8Array
}

export type KnownCaller = Exclude<Caller, { kind: 'anonymous' | 'box' }>

/** Who calls: operations on keys are closed to anonymous callers and boxes before they get here. */
export function callerOf(call: Call): KnownCaller {
  return call.caller as KnownCaller
}

/** Runs `work` in the transaction of the call's Idempotency-Key, or in one of its own. */
export function inTransaction<Result>(
  { store }: Desk,
  call: Call,
  work: (within: Store) => Promise<Result>,
): Promise<Result> {
  if (call.transaction) return work(call.transaction as unknown as Transaction<Tables>)
  return transaction(store, work)
}

/** Nobody hands on a scope they lack. */
export function requireMintable(scopes: readonly Scope[], caller: KnownCaller): void {
  const lacking = scopes.find((scope) =>
    caller.kind === 'session' ? scope === 'admin:*' && !caller.operator : !grants(caller.scopes, scope),
  )
  if (lacking === undefined) return
  const message =
    lacking === 'admin:*'
      ? 'admin:* is for trusted operators only. Leave it out of scopes.'
      : `This key lacks ${lacking} itself and cannot give it to another. Use a session token, or leave it out of scopes.`
  throw new ApiError('permission_denied', message, { details: [{ type: 'scope', value: lacking }] })
}

/** Refuses one more key beyond `max` active ones. */
export async function requireRoom(within: Store, developerId: string, max: number): Promise<void> {
  if ((await countActiveKeys(within, developerId)) < max) return
  throw new ApiError('failed_precondition', `You have ${max} active keys. Revoke one that is no longer used.`)
}

export type Authority = { subject: string; createdBy: string; expiresAtMax: Date | null }

/** On whose behalf a key is made; one made by a key expires no later than it. */
export async function authorityFor(within: Store, caller: KnownCaller): Promise<Authority> {
  if (caller.kind === 'session') return { subject: caller.subject, createdBy: 'session', expiresAtMax: null }
  const own = await authorityOf(within, caller.keyId)
  if (!own) throw new ApiError('unauthenticated', 'The key that makes this call has just ended. Use another.')
  return { subject: own.subject, createdBy: caller.keyId, expiresAtMax: own.expires_at }
}

/** The expiry asked for, inside what the maker may give. */
export function expiryFor(wanted: Date | null | undefined, { expiresAtMax }: Authority, now: number): Date | null {
  const expiresAt = wanted === undefined ? expiresAtMax : wanted
  const problem = problemOf(expiresAt, expiresAtMax, now)
  if (problem) throw invalidField('expiresAt', problem)
  return expiresAt
}

function problemOf(expiresAt: Date | null, max: Date | null, now: number): string | undefined {
  if (expiresAt && expiresAt.getTime() <= now) return 'must be in the future'
  if (max && (!expiresAt || expiresAt > max))
    return `must be at most ${max.toISOString()}, when the key that makes this call expires`
  return undefined
}

export function keyNotFound(): ApiError {
  return new ApiError('not_found', 'You have no key with this id. GET /api/developer/keys lists yours.')
}
