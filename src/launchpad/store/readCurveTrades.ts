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

/**
 * The newest indexed block, and the trades on curves within blocks, both included, in the order of the chain. The trades come
 * as one text: the driver takes longer for a thousand fields than PostgreSQL for all the rest.
 */
export async function readCurveTrades(
  db: Kysely<Tables>,
  { fromBlock, toBlock, limit }: Query,
): Promise<{ block: number; trades: CurveTrade[] }> {
  // One statement, so that no trade up to the block is missing. None of these columns is null for a trade on a curve.
  const { rows } = await sql<{ block: number; trades: string | null }>`
    ${PREPARED} select k.block, (
      select string_agg(concat_ws(' ', r.position, r.at, r.tx, r.trader, r.is_buy, r.eth, r.tokens, r.price, r.real_eth, r.sold,
        (select address from launch_tokens t where t.id = r.token_id)), ',' order by r.position)
      from (
        select position, token_id, at, tx, trader, is_buy, eth, tokens, price, real_eth, sold from launch_trades
        where position >= ${Position.startOf(fromBlock)} and position < ${Position.startOf(toBlock + 1)} and venue = 'curve'
        order by position limit ${sql.lit(limit)}) r
    ) as trades from launch_chain k`.execute(db)
  const [row] = rows
  if (!row) throw notStarted()
  return { block: row.block, trades: row.trades === null ? [] : readTrades(row.trades) }
}

function readTrades(text: string): CurveTrade[] {
  const firsts = new Map<string, number>()
  return text.split(',').map((line) => {
    const [position, at, tx, trader, isBuy, eth, tokens, price, realEth, sold, address] = line.split(' ') as Columns
    const first = firsts.get(tx) ?? Number(position)
    firsts.set(tx, first)
    return {
      ...{ position: Number(position), at: Number(at), tx, trader, is_buy: isBuy === 't', eth, tokens, price },
      ...{ address, real_eth: realEth, sold, first },
    }
  })
}

type Columns = [
  ...[position: string, at: string, tx: string, trader: string, isBuy: string, eth: string, tokens: string],
  ...[price: string, realEth: string, sold: string, address: string],
]
