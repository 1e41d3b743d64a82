import type { Kysely } from 'kysely'
import { ApiError } from '#core/ApiError.ts'
import type { Tables } from './tables.ts'

export type Known = { id: number; createdAt: number; holders: number; graduated: boolean }

/** The launch an address stands for; one the index does not have is refused. */
export async function requireToken(db: Kysely<Tables>, address: string): Promise<Known> {
  const row = await db
    .selectFrom('launch_tokens as t')
    .innerJoin('launch_curves as c', 'c.id', 't.id')
    .select(['t.id', 't.created_at', 'c.holders', 'c.graduated'])
    .where('t.address', '=', address)
    .executeTakeFirst()
  if (row) return { id: row.id, createdAt: row.created_at, holders: row.holders, graduated: row.graduated }
  throw new ApiError(
    'not_found',
    `${address} is no token of this launchpad, or is newer than the index. GET /api/launchpad/token?address= reads it from the chain.`,
    { details: [{ type: 'field', value: 'address' }] },
  )
}
