import { type Kysely, sql } from 'kysely'
import * as Cursor from '#core/Cursor.ts'
import type { Trade } from '#launchpad/records/Launch.ts'
import type { Tables } from './tables.ts'

export type Query = {
  tokenId?: number | undefined
  trader?: string | undefined
  limit: number
  cursor?: string | undefined
}
export type Page = { trades: Trade[]; nextCursor?: string }

type Row = Tables['launch_trades'] & { address: string }

/** Trades, newest first, of all launches or filtered by launch and account. */
export async function readTrades(db: Kysely<Tables>, query: Query): Promise<Page> {
  const { tokenId, trader, limit, cursor } = query
  const scope = `trades\n${tokenId ?? ''}\n${trader ?? ''}`
  const after = cursor === undefined ? undefined : Number(Cursor.decode(scope, cursor, /^[0-9]{1,16}$/)[0])
  const conditions = [
    ...(tokenId === undefined ? [] : [sql`r.token_id = ${tokenId}`]),
    ...(trader === undefined ? [] : [sql`r.trader = ${trader}`]),
    ...(after === undefined ? [] : [sql`r.position < ${after}`]),
  ]
  // The index of one launch is sorted by time, which has the same order as position.
  const order = tokenId !== undefined && trader === undefined ? sql`r.at desc, r.position desc` : sql`r.position desc`
  const { rows } = await sql<Row>`
    select r.*, t.address from (
      select * from launch_trades r where ${sql.join([sql`true`, ...conditions], sql` and `)} order by ${order} limit ${limit + 1}
    ) r join launch_tokens t on t.id = r.token_id order by r.position desc`.execute(db)
  const trades = rows.slice(0, limit).map(toTrade)
  const last = trades.at(-1)
  if (rows.length <= limit || !last) return { trades }
  return { trades, nextCursor: Cursor.encode(scope, [String(last.position)]) }
}

function toTrade(row: Row): Trade {
  return {
    position: row.position,
    tokenId: row.token_id,
    token: row.address,
    at: row.at,
    transactionHash: row.tx,
    venue: row.venue,
    trader: row.trader,
    recipient: row.recipient,
    isBuy: row.is_buy,
    isOwn: row.is_own,
    eth: BigInt(row.eth),
    tokens: BigInt(row.tokens),
    fee: optional(row.fee),
    price: BigInt(row.price),
    realEth: optional(row.real_eth),
    sold: optional(row.sold),
    sqrtPriceX96: optional(row.sqrt_price_x96),
    backed: BigInt(row.backed),
    poolTick: row.pool_tick,
    feeGrowth0: optional(row.fee_growth0),
    feeGrowth1: optional(row.fee_growth1),
  }
}

function optional(value: string | null): bigint | null {
  return value === null ? null : BigInt(value)
}
