import type { Transaction } from 'kysely'
import type { Caller } from './Access.ts'
import type { LimitClass, Operation } from './Operation.ts'
import type { Resource } from './Resource.ts'

/** A caller's credentials. Two different secrets in the two headers are refused earlier. */
export type Credentials = {
  secret: string | undefined
  address: string
  /** The protected resource that is called. Default: the REST API */
  resource?: Resource
}

/** Identifies the caller; throws `unauthenticated` for a malformed, unknown, expired or revoked secret. */
export type Authenticate = (credentials: Credentials) => Caller | Promise<Caller>

/** The state of a rate limit after a call was counted. */
export type Verdict = {
  allowed: boolean
  policy: string
  quota: number
  windowSeconds: number
  remaining: number
  resetSeconds: number
}

/** Takes one call of a class from the caller's bucket; synchronous while the leased block lasts. */
export type Limit = (caller: Caller, limitClass: LimitClass) => Verdict | Promise<Verdict>

/** A stored or new response of an idempotent operation. */
export type Answer = { status: number; body: unknown; replayed: boolean }

export type IdempotentRequest = {
  operation: string
  caller: Caller
  key: string
  /** Hash of path parameters and body, independent of field order; a key reused with another hash is refused. */
  fingerprint: string
}

/** Claims the key and runs `execute` in one transaction, or replays the stored response. */
export type Idempotently = (
  request: IdempotentRequest,
  execute: (transaction: Transaction<unknown>) => Promise<{ status: number; body: unknown }>,
) => Promise<Answer>

/** The record of a request for usage, audit and metrics. Contains no secret. */
export type Served = {
  operation: Pick<Operation, 'name' | 'method' | 'path'> | undefined
  caller: Caller | undefined
  status: number
  code?: string
  durationMs: number
  requestId: string
}
