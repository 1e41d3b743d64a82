import type { Kysely, Transaction } from 'kysely'
import { ApiError } from '#core/ApiError.ts'
import { transaction } from './transaction.ts'

type Options<Tables, Item, Result> = {
  db: Kysely<Tables>
  /**
   * Tried first, without a transaction of ours around it: what it commits itself, all items or none. Where it returns
   * undefined or the server refuses it, `write` decides.
   */
  attempt?: (items: readonly Item[]) => Promise<readonly Result[] | undefined>
  /** Writes items in their order and returns one result for each; an Error in its place refuses that item alone. */
  write(within: Transaction<Tables>, items: readonly Item[]): Promise<readonly (Result | Error)[]>
  /** Called after each commit, in the order of commits, with what was written. */
  committed?: (results: readonly Result[]) => void
  /** Items in one transaction. */
  batchMax?: number
  /** Items that may wait; more are told to come back. */
  waitingMax?: number
}

export type BatchWriter<Item, Result> = AsyncDisposable & {
  /** Settles once the item is committed, or refused. */
  write(item: Item): Promise<Result>
}

type Waiting<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void }

/**
 * One transaction in flight; whatever queued meanwhile goes into the next. Under load the cost of a commit is shared
 * by many, and a lone item waits for nobody.
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

/** Whether the batch has come to its end without `write`. */
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

/** A batch that the server refuses is written in halves, until the item it refuses stands alone. */
async function writeBatch<Tables, Item, Result>(
  options: Options<Tables, Item, Result>,
  batch: readonly Waiting<Item, Result>[],
): Promise<void> {
  const items = batch.map(({ item }) => item)
  try {
    const results = await transaction(options.db, (within) => options.write(within, items))
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

/** Nobody knows whether a commit that was cut off stands, so it is not tried again here. */
function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unavailable'
}

function busy(): ApiError {
  return new ApiError('unavailable', 'Too much waits to be written. Try again in a moment.', {
    headers: { 'retry-after': '1' },
  })
}
