import { setTimeout as delay } from 'node:timers/promises'
import type { SessionFeeds } from '#boxes/live/sessionFeeds.ts'
import { ApiError } from '#core/ApiError.ts'
import { type BatchWriter, createBatchWriter } from '#database/createBatchWriter.ts'
import { LockedBox } from './boxes.ts'
import type { StoredEvent } from './events.ts'
import type { Store } from './tables.ts'

/** A write to a box that another transaction has locked is tried again apart from its batch, for about a second. */
const LOCKED_TRIES = 50
const LOCKED_WAIT_MS = 20

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
      for (let tries = 1; ; tries++) {
        const written = await writer.write(work).catch(orLocked)
        if (!(written instanceof LockedBox)) return written.result as Result
        if (tries >= LOCKED_TRIES) throw stillLocked(written)
        await delay(LOCKED_WAIT_MS)
      }
    },
    [Symbol.asyncDispose]: () => writer[Symbol.asyncDispose](),
  }
}

function orLocked(error: unknown): LockedBox {
  if (error instanceof LockedBox) return error
  throw error
}

function stillLocked({ message }: LockedBox): ApiError {
  return new ApiError('unavailable', message, { headers: { 'retry-after': '1' } })
}

/** A caller's mistake fails alone; any other failure fails the transaction. */
function asRefusal(error: unknown): Error {
  if (error instanceof ApiError && error.status < 500) return error
  throw error
}
