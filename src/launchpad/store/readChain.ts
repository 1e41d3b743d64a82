import type { Kysely } from 'kysely'
import { ApiError } from '#core/ApiError.ts'
import type { Tables } from './tables.ts'

/** The row of the indexed chain. */
export async function readChain(db: Kysely<Tables>): Promise<Tables['launch_chain']> {
  const chain = await db.selectFrom('launch_chain').selectAll().executeTakeFirst()
  if (chain) return chain
  throw notStarted()
}

export function notStarted(): ApiError {
  return new ApiError('unavailable', 'The index has not started yet. Try again in a few seconds.')
}
