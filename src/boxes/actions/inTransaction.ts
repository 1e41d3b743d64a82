import type { Context } from '#boxes/Context.ts'
import { BOXES_CHANNEL } from '#boxes/live/sessionFeeds.ts'
import type { Store } from '#boxes/store/tables.ts'
import type { Call } from '#core/Operation.ts'
import { inCallTransaction } from '#database/inCallTransaction.ts'

/** Runs `work` in the transaction of the call, and notifies the hosts after the commit. */
export async function inTransaction<Result>(
  { store, database }: Context,
  call: Call,
  work: (tx: Store) => Promise<Result>,
): Promise<Result> {
  const result = await inCallTransaction({ call, db: store }, work)
  call.afterCommit(() => database.notify(BOXES_CHANNEL))
  return result
}
