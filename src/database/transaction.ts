import { setTimeout as delay } from 'node:timers/promises'
import type { IsolationLevel, Kysely, Transaction } from 'kysely'
import { ApiError } from '#core/ApiError.ts'
import * as PostgresError from './PostgresError.ts'

type Options = { isolation?: IsolationLevel; attempts?: number; random?: () => number }

/** Runs `work` in a transaction and retries it after a deadlock or serialization conflict. */
export async function transaction<Tables, Result>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<Result>,
  { isolation = 'read committed', attempts = 5, random = Math.random }: Options = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().setIsolationLevel(isolation).execute(work)
    } catch (error) {
      if (!PostgresError.isRetryable(error)) throw error
      if (attempt >= attempts) throw tooContended(error)
    }
    await delay(random() * 2 ** attempt * 5)
  }
}

function tooContended(cause: unknown): ApiError {
  return new ApiError('unavailable', 'Too many requests changed the same thing at once. Try again in a moment.', {
    headers: { 'retry-after': '1' },
    cause,
  })
}
