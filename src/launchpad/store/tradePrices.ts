import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** One trade: when, in seconds, and the price after it in wei for a whole token. */
export type TradePrice = { at: number; price: bigint }

/** Recorded prices, for those who compare them with what somebody said. */
export type TradePrices = {
  isKnown(token: string): Promise<boolean>
  /** The trades of a token from second to second, both included, oldest first; undefined until the index is past the last. */
  read(token: string, span: { from: number; to: number }): Promise<TradePrice[] | undefined>
}

const TRADES_MAX = 20_000
/** A head that was seen this long after a second holds every block of it. */
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
      const { rows } = await sql<{ at: number; price: string }>`
        select r.at, r.price from launch_tokens t join launch_trades r on r.token_id = t.id
        where t.address = ${token.toLowerCase()} and r.at between ${from} and ${to}
        order by r.at, r.position limit ${TRADES_MAX}`.execute(db)
      return rows.map(({ at, price }) => ({ at, price: BigInt(price) }))
    },
  }
}

/** Whether the index has every block up to a second: a later one, or all there was when the chain was last looked at. */
async function isPast(db: Kysely<Tables>, second: number): Promise<boolean> {
  const { rows } = await sql<{ past: boolean }>`
    select c.block_time > ${second} or coalesce(p.head <= c.block
      and p.polled_at > to_timestamp(${second + SETTLED_SECONDS}::int8), false) as past
    from launch_chain c left join launch_heartbeat p on true`.execute(db)
  return rows[0]?.past ?? false
}
