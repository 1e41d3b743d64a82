import type { SessionFeeds } from '#boxes/live/sessionFeeds.ts'
import { ApiError } from '#core/ApiError.ts'
import { type BatchWriter, createBatchWriter } from '#database/createBatchWriter.ts'
import type { StoredEvent } from './events.ts'
import type { Store } from './tables.ts'

export type Written<Result> = { result: Result; events: readonly StoredEvent[] }
/** A write. It may refuse with an `ApiError`, but only before its first change: the rest of its batch is committed. */
export type Work<Result> = (tx: Store) => Promise<Written<Result>>

export type CommitQueue = AsyncDisposable & {
  /** Resolves with the result of `work` once it is committed; its events then go to the readers of their sessions. */
  commit<Result>(work: Work<Result>): Promise<Result>
}

/** Writes in batches: under load many writes share the cost of one commit. */
export function createCommitQueue(store: Store, feeds: SessionFeeds): CommitQueue {
  const writer: BatchWriter<Work<unknown>, Written<unknown>> = createBatchWriter({
    db: store,
    async write(tx, items: readonly Work<unknown>[]) {
      const results: (Written<unknown> | Error)[] = []
      for (const work of items) results.push(await work(tx).catch(asRefusal))
      return results
    },
    committed(results) {
      feeds.committed(results.flatMap(({ events }) => events))
    },
  })
  return {
    async commit<Result>(work: Work<Result>) {
      const { result } = await writer.write(work)
      return result as Result
    },
    [Symbol.asyncDispose]: () => writer[Symbol.asyncDispose](),
  }
}

/** A caller's mistake fails alone; any other failure fails the transaction. */
function asRefusal(error: unknown): Error {
  if (error instanceof ApiError && error.status < 500) return error
  throw error
}
