import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** One trade: its time in seconds, the price after it in wei per whole token, and its fee-backed wei. */
export type TradePrice = { at: number; price: bigint; backed: bigint }

/** Prices of indexed trades, for modules that compare them with a claim. */
export type TradePrices = {
  isKnown(token: string): Promise<boolean>
  /** Trades of a token between two seconds, both included, oldest first; undefined until the index has passed `to`. */
  read(token: string, span: { from: number; to: number }): Promise<TradePrice[] | undefined>
}

const TRADES_MAX = 20_000
/** A head seen this long after a second includes every block of that second. */
const SETTLED_SECONDS = 5

export function createTradePrices(db: Kysely<Tables>): TradePrices {
  return {
    async isKnown(token) {
      const address = token.toLowerCase()
      return (
        (await db.selectFrom('launch_tokens').select('id').where('address', '=', address).executeTakeFirst()) !==
        undefined
      )
    },
    async read(token, { from, to }) {
      if (!(await isPast(db, to))) return undefined
      const { rows } = await sql<{ at: number; price: string; backed: string }>`
        select r.at, r.price, r.backed from launch_tokens t join launch_trades r on r.token_id = t.id
        where t.address = ${token.toLowerCase()} and r.at between ${from} and ${to}
        order by r.at, r.position limit ${TRADES_MAX}`.execute(db)
      return rows.map(({ at, price, backed }) => ({ at, price: BigInt(price), backed: BigInt(backed) }))
    },
  }
}

/** Whether every block up to a second is indexed: a later block is, or the index was at the head after that second. */
async function isPast(db: Kysely<Tables>, second: number): Promise<boolean> {
  const { rows } = await sql<{ past: boolean }>`
    select c.block_time > ${second} or coalesce(p.head <= c.block
      and p.polled_at > to_timestamp(${second + SETTLED_SECONDS}::int8), false) as past
    from launch_chain c left join launch_heartbeat p on true`.execute(db)
  return rows[0]?.past ?? false
}
