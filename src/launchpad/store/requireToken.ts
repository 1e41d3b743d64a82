import type { Kysely } from 'kysely'
import { ApiError } from '#core/ApiError.ts'
import type { Tables } from './tables.ts'

type IndexedToken = {
  id: number
  creator: string
  createdAt: number
  openingEndsAt: number
  holders: number
  graduated: boolean
}

/** The indexed launch with this address; throws `not_found` for any other. */
export async function requireToken(db: Kysely<Tables>, address: string): Promise<IndexedToken> {
  const row = await db
    .selectFrom('launch_tokens as t')
    .innerJoin('launch_curves as c', 'c.id', 't.id')
    .select(['t.id', 't.creator', 't.created_at', 'c.opening_ends_at', 'c.holders', 'c.graduated'])
    .where('t.address', '=', address)
    .executeTakeFirst()
  if (row) {
    const { created_at: createdAt, opening_ends_at: openingEndsAt, ...rest } = row
    return { ...rest, createdAt, openingEndsAt }
  }
  throw new ApiError(
    'not_found',
    `${address} is not a token of this launchpad, or is newer than the index. GET /api/launchpad/token?address= reads it from the chain.`,
    { details: [{ type: 'field', value: 'address' }] },
  )
}
