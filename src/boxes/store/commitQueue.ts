import type { SessionFeeds } from '#boxes/live/sessionFeeds.ts'
import { type BatchWriter, createBatchWriter } from '#database/createBatchWriter.ts'
import type { StoredEvent } from './events.ts'
import type { Store } from './tables.ts'

/** Something to write, and the events that tell of it. */
export type Work = (within: Store) => Promise<readonly StoredEvent[]>

export type Commits = AsyncDisposable & {
  /** Settles once the work is committed; whoever follows its session, or waits for its box, then hears of it. */
  commit(work: Work): Promise<void>
}

/** Writes in batches: under load many share the cost of one commit. */
export function createCommits(store: Store, feeds: SessionFeeds): Commits {
  const writer: BatchWriter<Work, readonly StoredEvent[]> = createBatchWriter({
    db: store,
    async write(within, items: readonly Work[]) {
      const results: (readonly StoredEvent[])[] = []
      for (const work of items) results.push(await work(within))
      return results
    },
    committed(results) {
      feeds.committed(results.flat())
    },
  })
  return {
    async commit(work) {
      await writer.write(work)
    },
    [Symbol.asyncDispose]: () => writer[Symbol.asyncDispose](),
  }
}
