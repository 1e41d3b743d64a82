import { type Kysely, sql } from 'kysely'
import { ApiError } from '#core/ApiError.ts'
import { PREPARED } from '#database/prepared.ts'
import type { Tables } from './tables.ts'

type IndexedToken = {
  id: number
  creator: string
  createdAt: number
  holders: number
  graduated: boolean
}

/** The indexed launch with this address; throws `not_found` for any other. */
export async function requireToken(db: Kysely<Tables>, address: string): Promise<IndexedToken> {
  const { rows } = await sql<IndexedToken>`
    ${PREPARED} select t.id, t.creator, t.created_at as "createdAt", c.holders, c.graduated
    from launch_tokens t join launch_curves c on c.id = t.id where t.address = ${address}`.execute(db)
  const [row] = rows
  if (row) return row
  throw notIndexed(address)
}

export function notIndexed(address: string): ApiError {
  return new ApiError(
    'not_found',
    `${address} is not a token of this launchpad, or is newer than the index. GET /api/launchpad/token?address= reads it from the chain.`,
    { details: [{ type: 'field', value: 'address' }] },
  )
}
