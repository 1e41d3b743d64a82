import type { Transaction } from 'kysely'
import type { Caller } from './Access.ts'
import type { LimitClass, Operation } from './Operation.ts'

/** What a caller presents. Two different secrets in the two headers are refused before this exists. */
export type Credentials = { secret: string | undefined; address: string }

/** Turns credentials into a caller; throws `unauthenticated` for a secret that is malformed, unknown, expired or revoked. */
export type Authenticate = (credentials: Credentials) => Caller | Promise<Caller>

/** One policy's view after a call drew from it. */
export type Verdict = {
  allowed: boolean
  policy: string
  quota: number
  windowSeconds: number
  remaining: number
  resetSeconds: number
}

/** Draws one call of a class from the caller's bucket; synchronous while the local block lasts. */
export type Limit = (caller: Caller, limitClass: LimitClass) => Verdict | Promise<Verdict>

/** A stored or fresh answer of an idempotent operation. */
export type Answer = { status: number; body: unknown; replayed: boolean }

export type IdempotentRequest = {
  operation: string
  caller: Caller
  /** The `Idempotency-Key` header. */
  key: string
  /** Hash of path parameters and body, whatever the order of fields: the same key with another one is refused. */
  fingerprint: string
}

/** Claims the key and runs `execute` in one transaction, or replays what it answered before. */
export type Idempotently = (
  request: IdempotentRequest,
  execute: (transaction: Transaction<unknown>) => Promise<{ status: number; body: unknown }>,
) => Promise<Answer>

/** What happened, once per request: for usage, audit and metrics. Holds no secret. */
export type Served = {
  operation: Pick<Operation, 'name' | 'method' | 'path'> | undefined
  caller: Caller | undefined
  status: number
  code?: string
  durationMs: number
  requestId: string
}
