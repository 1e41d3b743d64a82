import type { Caller } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import type { AuditLog } from '#core/AuditLog.ts'
import type { Call } from '#core/Operation.ts'
import type { OwnerQueue } from '#database/createOwnerQueue.ts'
import { inCallTransaction } from '#database/inCallTransaction.ts'
import type { OwnedKey } from './store/KeyStore.ts'
import type { Store } from './store/tables.ts'

export type Context = {
  store: Store
  audit: AuditLog
  /** Runs the changes of one developer's keys one after another. */
  queue: OwnerQueue
  pepper: Uint8Array
  /** Drops a changed key from the caches of all replicas. */
  changed(keyId: string): void
  /** The key of a secret, also a revoked or expired one. */
  identify(secret: string): Promise<OwnedKey | undefined>
  /** Writes the usage of a key that is in memory. */
  flush(keyId: string): Promise<void>
  now(): number
  random(size: number): Uint8Array
}

export type KnownCaller = Exclude<Caller, { kind: 'anonymous' | 'box' }>

/** Operations on keys refuse anonymous callers and boxes by their access. */
export function callerOf(call: Call): KnownCaller {
  return call.caller as KnownCaller
}

/** Runs `work` in the transaction of the call, or queues it behind other changes of the developer. */
export function inTransaction<Result>(
  { store, queue }: Pick<Context, 'store' | 'queue'>,
  { call, developerId }: { call: Call; developerId: string },
  work: (tx: Store) => Promise<Result>,
): Promise<Result> {
  return inCallTransaction({ call, db: store, queue: (queued) => queue.run(developerId, queued) }, work)
}

export function keyNotFound(): ApiError {
  return new ApiError('not_found', 'You have no key with this id. GET /api/developer/keys lists yours.')
}
