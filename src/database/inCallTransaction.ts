import type { Kysely, Transaction } from 'kysely'
import type { Call } from '#core/Operation.ts'
import { transaction } from './transaction.ts'

type Options<Tables> = {
  call: Pick<Call, 'transaction'>
  db: Kysely<Tables>
  /** Called with the work where it gets a transaction of its own, to delay it. */
  queue?: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/** Runs `work` in the transaction of the call's Idempotency-Key, or in one of its own. */
export function inCallTransaction<Tables extends Record<string, Record<string, unknown>>, Result>(
  { call, db, queue = (work) => work() }: Options<Tables>,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  if (call.transaction) return work(call.transaction.withTables<Tables>())
  return queue(() => transaction(db, work))
}
