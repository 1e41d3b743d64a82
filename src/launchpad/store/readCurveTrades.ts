import { type Kysely, sql } from 'kysely'
import * as Position from '#launchpad/records/LogPosition.ts'
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

/** Trades on curves within blocks, both included, in the order of the chain. */
export async function readCurveTrades(db: Kysely<Tables>, { fromBlock, toBlock, limit }: Query): Promise<CurveTrade[]> {
  const { rows } = await sql<CurveTrade>`
    select r.*, t.address, min(r.position) over (partition by r.tx) as first from (
      select position, token_id, at, tx, trader, is_buy, eth, tokens, price, real_eth, sold from launch_trades
      where position >= ${Position.startOf(fromBlock)} and position < ${Position.startOf(toBlock + 1)} and venue = 'curve'
      order by position limit ${limit}) r
    join launch_tokens t on t.id = r.token_id order by r.position`.execute(db)
  return rows
}
