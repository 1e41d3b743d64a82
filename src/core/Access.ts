import { ApiError } from './ApiError.ts'

/** The scopes of a key; `api:*` includes all of them except `keys:manage`, `audit:read` and `admin:*`. */
export const SCOPES = [
  'api:*',
  'arena:read',
  'arena:write',
  'box:read',
  'box:write',
  'lp:build',
  'launchpad:write',
  'rules:read',
  'rules:write',
  'keys:manage',
  'audit:read',
  'admin:*',
] as const

export type Scope = (typeof SCOPES)[number]

/** The scopes of operators: one reads the audit log of all developers, the other operates the service. */
export const OPERATOR_SCOPES: readonly Scope[] = ['audit:read', 'admin:*']

/** Scopes that must be named, because `api:*` does not include them. */
const RESERVED: readonly Scope[] = ['keys:manage', ...OPERATOR_SCOPES]

/** The scopes that a client may ask a person for: never those that manage keys or operate the service. */
export const CLIENT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => !RESERVED.includes(scope))

/**
 * Who may call. `none` ignores credentials; `optional` serves a missing or invalid key as anonymous; `open` serves a
 * missing one as anonymous and refuses an invalid one.
 */
export type Access =
  | { kind: 'none' }
  | { kind: 'optional' }
  | { kind: 'open' }
  | { kind: 'key'; scope: Scope }
  | { kind: 'session'; scope?: Scope }
  | { kind: 'admin'; scope?: Scope }

/** Calls per minute of a key, which the keys that it makes share. */
export type CallLimit = { keyId: string; callsPerMinute: number }

/** The caller. `address` is the network address by which anonymous callers are limited. */
export type Caller =
  | { kind: 'anonymous'; address: string }
  | {
      kind: 'key'
      address: string
      developerId: string
      /** The developer who made the key. */
      subject: string
      keyId: string
      scopes: readonly Scope[]
      /** The key's own limits, besides those of its developer. */
      callLimits?: readonly CallLimit[]
    }
  /** A program in a box, acting for its developer with the scopes granted to the box. */
  | { kind: 'box'; address: string; developerId: string; boxId: string; scopes: readonly Scope[] }
  | {
      kind: 'session'
      address: string
      developerId: string
      subject: string
      tokenId: string
      /** Expiry of the token, in milliseconds. */
      expiresAt: number
      operator: boolean
    }

export type KnownCaller = Exclude<Caller, { kind: 'anonymous' }>

export const none: Access = { kind: 'none' }
export const optional: Access = { kind: 'optional' }
export const open: Access = { kind: 'open' }
/** A session token, or with `scope` also a key that has it. */
export const session = (scope?: Scope): Access => (scope ? { kind: 'session', scope } : { kind: 'session' })
export const key = (scope: Scope): Access => ({ kind: 'key', scope })
export const admin: Access = { kind: 'admin' }
/** An operator, or a key of one that may only read the audit log. */
export const auditor: Access = { kind: 'admin', scope: 'audit:read' }

/** Whether credentials are not required. */
export function isPublic({ kind }: Access): boolean {
  return kind === 'none' || kind === 'optional' || kind === 'open'
}

export function grants(scopes: readonly Scope[], wanted: Scope): boolean {
  if (scopes.includes(wanted)) return true
  return !RESERVED.includes(wanted) && scopes.includes('api:*')
}

/**
 * Throws unless `caller` is allowed: a key operation needs a key, a session operation a session or a key with its scope.
 * A box counts as a key with its scopes.
 */
export function authorize(access: Access, caller: Caller): void {
  if (isPublic(access)) return
  if (caller.kind === 'anonymous') throw new ApiError('unauthenticated', howToAuthenticate(access))
  if (access.kind === 'admin') requireOperator(caller, access.scope)
  if (access.kind === 'key') requireKey(access.scope, caller)
  if (access.kind === 'session') requireSession(access, caller)
}

function requireKey(scope: Scope, caller: KnownCaller): void {
  if (caller.kind === 'session') throw new ApiError('unauthenticated', howToAuthenticate({ kind: 'key', scope }))
  requireScope(caller, scope)
}

function requireSession(access: Extract<Access, { kind: 'session' }>, caller: KnownCaller): void {
  if (caller.kind === 'session') return
  if (!access.scope) throw new ApiError('unauthenticated', howToAuthenticate(access))
  requireScope(caller, access.scope)
}

function requireOperator(caller: KnownCaller, scope: Scope | undefined): void {
  if (isOperator(caller)) return
  if (scope && caller.kind === 'key' && caller.scopes.includes(scope)) return
  throw missingScope(scope ?? 'admin:*')
}

/** A box is never an operator, regardless of its scopes. */
export function isOperator(caller: KnownCaller): boolean {
  if (caller.kind === 'session') return caller.operator
  return caller.kind === 'key' && grants(caller.scopes, 'admin:*')
}

/** A box can never manage keys or act as admin, regardless of its scopes. */
function requireScope(caller: Exclude<KnownCaller, { kind: 'session' }>, scope: Scope): void {
  const isBarred = caller.kind === 'box' && RESERVED.includes(scope)
  if (isBarred || !grants(caller.scopes, scope)) throw missingScope(scope)
}

function missingScope(scope: Scope): ApiError {
  return new ApiError('permission_denied', `This call needs the scope ${scope}. Use a key that carries it.`, {
    details: [{ type: 'scope', value: scope }],
  })
}

function howToAuthenticate(access: Access): string {
  if (access.kind === 'session' && access.scope === undefined)
    return 'Send a session token as "Authorization: Bearer <SESSION_TOKEN>"; POST /api/auth/siwe/nonce starts one.'
  return 'Send an API key as "x-api-key: <API_KEY>" or "Authorization: Bearer <API_KEY>"; POST /api/developer/keys creates one.'
}
