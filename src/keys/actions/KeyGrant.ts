import { grants, OPERATOR_SCOPES, type Scope } from '#core/Access.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import type { KnownCaller } from '#keys/Context.ts'
import * as Restrictions from '#keys/rules/Restrictions.ts'
import * as KeyStore from '#keys/store/KeyStore.ts'
import type { Store } from '#keys/store/tables.ts'

export const KEYS_MAX = 200

/** Throws when the caller lacks one of the scopes. */
export function requireScopes(scopes: readonly Scope[], caller: KnownCaller): void {
  const lacking = scopes.find((scope) =>
    caller.kind === 'session' ? OPERATOR_SCOPES.includes(scope) && !caller.operator : !grants(caller.scopes, scope),
  )
  if (lacking === undefined) return
  const message = OPERATOR_SCOPES.includes(lacking)
    ? `${lacking} is for trusted operators only. Leave it out of scopes.`
    : `This key lacks ${lacking} and cannot grant it. Use a session token, or leave it out of scopes.`
  throw new ApiError('permission_denied', message, { details: [{ type: 'scope', value: lacking }] })
}

/** Throws when the developer has `max` active keys. */
export async function requireQuota(tx: Store, developerId: string, max: number): Promise<void> {
  if ((await KeyStore.countActive(tx, developerId)) < max) return
  throw new ApiError('failed_precondition', `You have ${max} active keys. Revoke one that is no longer used.`)
}

/** The person on whose behalf a key is created, and the maximum rights of the key. */
export type Authority = {
  subject: string
  createdBy: string
  expiresAtMax: Date | null
  restrictions: Restrictions.Restrictions
}

/**
 * A key created by a key expires no later than its creator, works only from the creator's networks, and shares its
 * calls per minute.
 */
export async function authorityOf(tx: Store, caller: KnownCaller): Promise<Authority> {
  if (caller.kind === 'session')
    return {
      subject: caller.subject,
      createdBy: 'session',
      expiresAtMax: null,
      restrictions: Restrictions.UNRESTRICTED,
    }
  const own = await KeyStore.findActive(tx, caller.keyId)
  if (!own) throw new ApiError('unauthenticated', 'The key of this call has just expired or been revoked. Use another.')
  const restrictions = Restrictions.of({ ...own, id: caller.keyId })
  return { subject: own.subject, createdBy: caller.keyId, expiresAtMax: own.expires_at, restrictions }
}

/** The requested expiry; throws when it is past or later than allowed. */
export function expiryOf(requested: Date | null | undefined, { expiresAtMax }: Authority, now: number): Date | null {
  const expiresAt = requested === undefined ? expiresAtMax : requested
  const problem = problemOf(expiresAt, expiresAtMax, now)
  if (problem) throw invalidField('expiresAt', problem)
  return expiresAt
}

function problemOf(expiresAt: Date | null, max: Date | null, now: number): string | undefined {
  if (expiresAt && expiresAt.getTime() <= now) return 'must be in the future'
  if (max && (!expiresAt || expiresAt > max))
    return `must be at most ${max.toISOString()}, when the key of this call expires`
  return undefined
}
