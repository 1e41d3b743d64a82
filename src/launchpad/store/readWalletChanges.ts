import { type Kysely, sql } from 'kysely'
import { PREPARED } from '#database/prepared.ts'
import type { Change } from '#launchpad/records/valueOverTime.ts'
import type { Tables } from './tables.ts'

type Span = { wallet: string; from: number; to: number; seconds: number; tokens: number }
type Row = { token_id: number; kind: Change['kind']; start: number; value: string }

/**
 * Prices and balances of the wallet's `tokens` most valuable holdings, oldest first: those of the span, and the last ones
 * before it. A token has at most one of each per interval, however often the wallet trades.
 */
export async function readWalletChanges(db: Kysely<Tables>, span: Span): Promise<Change[]> {
  const { wallet, from, to, seconds, tokens } = span
  const price = sql`select 'price' as kind, k.start, k.close as value from launch_candles k
    where k.token_id = o.token_id and k.seconds = ${seconds}`
  // The last block of an interval that changed any balance ends the wallet's moves of that interval, too.
  const held = sql`select 'held' as kind, h.start, (select m.acquired - m.disposed from launch_moves m
      where m.wallet = ${wallet} and m.token_id = o.token_id and m.block <= h.block
      order by m.block desc, m.acquired desc, m.disposed desc limit 1) as value
    from launch_holder_history h where h.token_id = o.token_id and h.seconds = ${seconds}`
  const within = sql`and start > ${from} and start <= ${to}`
  const before = sql`and start <= ${from} order by start desc limit 1`
  const { rows } = await sql<Row>`
    ${PREPARED} with own as (
      select w.token_id from launch_wallet_tokens w join launch_curves c on c.id = w.token_id where w.wallet = ${wallet}
      order by w.held * c.price desc, w.last_block desc limit ${tokens})
    select o.token_id, x.kind, x.start, x.value::text as value from own o cross join lateral (
      (${price} ${before}) union all (${price} ${within}) union all (${held} ${before}) union all (${held} ${within})) x
    where x.value is not null order by x.start`.execute(db)
  return rows.map(({ token_id, kind, start, value }) => ({ tokenId: token_id, kind, start, value: BigInt(value) }))
}
