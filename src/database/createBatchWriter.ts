import type { Kysely, Transaction } from 'kysely'
import { ApiError, isUnavailable } from '#core/ApiError.ts'
import { transaction } from './transaction.ts'

type Options<Tables, Item, Result> = {
  db: Kysely<Tables>
  /**
   * Tried first, outside a transaction: commits all items or none by itself. If it returns undefined or the server refuses
   * it, `write` runs instead.
   */
  attempt?: (items: readonly Item[]) => Promise<readonly Result[] | undefined>
  /** Writes items in order and returns one result for each; an Error in its place refuses only that item. */
  write(tx: Transaction<Tables>, items: readonly Item[]): Promise<readonly (Result | Error)[]>
  /** Called after each commit, in commit order, with the results. */
  committed?: (results: readonly Result[]) => void
  /** Maximum items in one transaction. */
  batchMax?: number
  /** Maximum queue length; further items are refused as `unavailable`. */
  waitingMax?: number
}

export type BatchWriter<Item, Result> = AsyncDisposable & {
  /** Settles when the item is committed or refused. */
  write(item: Item): Promise<Result>
}

type Waiting<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void }

/**
 * Group commit: one transaction is in flight, and items queued meanwhile share the next. A single item never waits for
 * others.
 */
export function createBatchWriter<Tables, Item, Result>(
  options: Options<Tables, Item, Result>,
): BatchWriter<Item, Result> {
  const { batchMax = 500, waitingMax = 10_000 } = options
  const queue: Waiting<Item, Result>[] = []
  let running: Promise<void> | undefined
  let isClosed = false

  async function run(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, batchMax)
      if (!(await attemptBatch(options, batch))) await writeBatch(options, batch)
    }
    running = undefined
  }
  return {
    write(item) {
      if (isClosed || queue.length >= waitingMax) return Promise.reject(busy())
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      queue.push({ item, resolve, reject })
      running ??= run()
      return promise
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      await running
    },
  }
}

/** Whether the batch was settled without `write`. */
async function attemptBatch<Tables, Item, Result>(
  options: Options<Tables, Item, Result>,
  batch: readonly Waiting<Item, Result>[],
): Promise<boolean> {
  let results: readonly Result[] | undefined
  try {
    results = await options.attempt?.(batch.map(({ item }) => item))
  } catch (error) {
    if (isUnavailable(error)) for (const { reject } of batch) reject(error)
    return isUnavailable(error)
  }
  if (results) settle(options, batch, results)
  return results !== undefined
}

/** A refused batch is split in halves until the refused item is isolated. */
async function writeBatch<Tables, Item, Result>(
  options: Options<Tables, Item, Result>,
  batch: readonly Waiting<Item, Result>[],
): Promise<void> {
  const items = batch.map(({ item }) => item)
  try {
    const results = await transaction(options.db, (tx) => options.write(tx, items))
    if (results.length !== items.length) throw new Error(`${results.length} results for ${items.length} items`)
    settle(options, batch, results)
  } catch (error) {
    if (batch.length > 1 && !isUnavailable(error)) {
      const half = Math.ceil(batch.length / 2)
      await writeBatch(options, batch.slice(0, half))
      await writeBatch(options, batch.slice(half))
    } else for (const { reject } of batch) reject(error)
  }
}

function settle<Tables, Item, Result>(
  { committed }: Options<Tables, Item, Result>,
  batch: readonly Waiting<Item, Result>[],
  results: readonly (Result | Error)[],
): void {
  batch.forEach(({ resolve, reject }, index) => {
    const result = results[index] as Result | Error
    if (result instanceof Error) reject(result)
    else resolve(result)
  })
  committed?.(results.filter((result): result is Result => !(result instanceof Error)))
}

function busy(): ApiError {
  return new ApiError('unavailable', 'The write queue is full. Try again in a moment.', {
    headers: { 'retry-after': '1' },
  })
}
