import type { default as Provider } from 'oidc-provider'
import type { Caller } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import type { AuditLog } from '#core/AuditLog.ts'
import type { Call } from '#core/Operation.ts'
import type { Store } from './store/tables.ts'

export type Context = {
  store: Store
  audit: AuditLog
  baseUrl: string
  /** Loaded with the first request that needs it. */
  provider(): Promise<Provider>
  /** Whether any client may register itself (RFC 7591). */
  allowsRegistration: boolean
  takeGlobally(bucket: 'signups'): void | Promise<void>
  now(): number
}

export type SessionCaller = Extract<Caller, { kind: 'session' }>

/** Operations on connections take session tokens only, so that no client can give rights to another. */
export function personOf(call: Call): SessionCaller {
  return call.caller as SessionCaller
}

export function connectionNotFound(): ApiError {
  return new ApiError('not_found', 'You have no connection with this id. GET /api/developer/connections lists yours.')
}
