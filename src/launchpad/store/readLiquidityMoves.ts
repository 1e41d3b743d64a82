import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

export type LiquidityMove = {
  position: number
  at: number
  tx: string
  sender: string
  salt: string
  tick_lower: number
  tick_upper: number
  delta: string
  /** Of the pool just before; null before its first trade. */
  sqrt_price_x96: string | null
}

type Query = { tokenId: number; before: number | undefined; limit: number }

/** Moves of other liquidity than the launchpad's own, newest first; one row more than `limit` if another page follows. */
export async function readLiquidityMoves(
  db: Kysely<Tables>,
  { tokenId, before, limit }: Query,
): Promise<LiquidityMove[]> {
  const { rows } = await sql<LiquidityMove>`
    select l.*, (select r.sqrt_price_x96 from launch_trades r where r.token_id = l.token_id
      and (r.at, r.position) < (l.at, l.position) order by r.at desc, r.position desc limit 1) as sqrt_price_x96
    from (
      select position, token_id, at, tx, sender, salt::text as salt, tick_lower, tick_upper, delta::text as delta
      from launch_liquidity where token_id = ${tokenId} and delta <> 0 and at is not null
        and sender <> (select factory from launch_chain) ${before === undefined ? sql`` : sql`and position < ${before}`}
      order by position desc limit ${limit + 1}) l order by l.position desc`.execute(db)
  return rows
}
