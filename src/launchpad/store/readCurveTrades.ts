import { type Kysely, sql } from 'kysely'
import { PREPARED } from '#database/prepared.ts'
import * as Position from '#launchpad/records/LogPosition.ts'
import { notStarted } from './readChain.ts'
import type { Tables } from './tables.ts'

export type CurveTrade = Pick<
  Tables['launch_trades'],
  'position' | 'at' | 'tx' | 'trader' | 'is_buy' | 'eth' | 'tokens' | 'price'
> & {
  address: string
  real_eth: string
  sold: string
  /** The position of the first of these trades in its transaction. */
  first: number
}

type Query = { fromBlock: number; toBlock: number; limit: number }

/** The newest indexed block, and the trades on curves within blocks, both included, in the order of the chain. */
export async function readCurveTrades(
  db: Kysely<Tables>,
  { fromBlock, toBlock, limit }: Query,
): Promise<{ block: number; trades: CurveTrade[] }> {
  // One statement, so that no trade up to the block is missing.
  const { rows } = await sql<CurveTrade & { block: number }>`
    ${PREPARED} select k.block, r.*, t.address, min(r.position) over (partition by r.tx) as first
    from launch_chain k left join (
      select position, token_id, at, tx, trader, is_buy, eth, tokens, price, real_eth, sold from launch_trades
      where position >= ${Position.startOf(fromBlock)} and position < ${Position.startOf(toBlock + 1)} and venue = 'curve'
      order by position limit ${sql.lit(limit)}) r on true
    left join launch_tokens t on t.id = r.token_id order by r.position`.execute(db)
  const [first] = rows
  if (!first) throw notStarted()
  return { block: first.block, trades: rows.filter(({ position }) => position !== null) }
}
