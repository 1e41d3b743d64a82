import type { Caller } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import type { AuditLog } from '#core/AuditLog.ts'
import type { Call } from '#core/Operation.ts'
import type { OwnerQueue } from '#database/createOwnerQueue.ts'
import { inCallTransaction } from '#database/inCallTransaction.ts'
import type { Store } from './store/tables.ts'

/** What the operations on keys work with. */
export type KeyContext = {
  store: Store
  audit: AuditLog
  /** Changes of one developer's keys wait here for each other. */
  queue: OwnerQueue
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

/** Runs `work` in the transaction of the call's Idempotency-Key, or in one of its own when it is the developer's turn. */
export function inTransaction<Result>(
  { store, queue }: Pick<KeyContext, 'store' | 'queue'>,
  { call, developerId }: { call: Call; developerId: string },
  work: (within: Store) => Promise<Result>,
): Promise<Result> {
  return inCallTransaction({ call, db: store, queue: (queued) => queue.run(developerId, queued) }, work)
}

export function keyNotFound(): ApiError {
  return new ApiError('not_found', 'You have no key with this id. GET /api/developer/keys lists yours.')
}
