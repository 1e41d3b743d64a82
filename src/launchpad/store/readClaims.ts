import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>
export type ClaimRow = { position: number; at: number; tx: string; amount: string }

/** Claims of one launch; both ends of the range are included. */
export type Range = { tokenId: number; since: number; until: number }

/** Newest first; one row more than `limit` if another page follows. */
export async function readClaims(
  db: Db,
  range: Range,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`
    select position, at, tx, details ->> 'amount' as amount from launch_notes
    where ${within(range)} ${before === undefined ? sql`` : sql`and position < ${before}`}
    order by position desc limit ${limit + 1}`.execute(db)
  return rows
}

export async function sumClaims(db: Db, range: Range): Promise<{ count: number; amount: string }> {
  const { rows } = await sql<{ count: number; amount: string }>`
    select count(*) as count, coalesce(sum((details ->> 'amount')::numeric), 0)::text as amount from launch_notes
    where ${within(range)}`.execute(db)
  return rows[0] ?? { count: 0, amount: '0' }
}

function within({ tokenId, since, until }: Range) {
  return sql`token_id = ${tokenId} and kind = 'claimed' and at between ${since} and ${until}`
}
