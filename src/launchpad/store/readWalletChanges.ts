import { type Kysely, type RawBuilder, sql } from 'kysely'
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
  const { rows } = await sql<Row>`
    ${PREPARED} with own as (
      select w.token_id from launch_wallet_tokens w join launch_curves c on c.id = w.token_id where w.wallet = ${wallet}
      order by w.held * c.price desc, w.last_block desc limit ${tokens})
    select o.token_id, x.kind, x.start, x.value::text as value from own o cross join lateral (
      (${price} and start <= ${from} order by start desc limit 1) union all
      (${price} and start > ${from} and start <= ${to}) union all (${balances(span)})) x
    order by x.start`.execute(db)
  return rows.map(({ token_id, kind, start, value }) => ({ tokenId: token_id, kind, start, value: BigInt(value) }))
}

/**
 * The balances of the token `o`, from the newest back: each step goes to the interval before the move that made a balance.
 * The cost depends on how often the wallet moves the token, not on how often all others do.
 */
function balances({ wallet, from, to, seconds }: Span): RawBuilder<unknown> {
  const points = sql`launch_holder_history h where h.token_id = o.token_id and h.seconds = ${seconds}`
  // The last block of an interval that changed any balance ends the wallet's moves of that interval, too.
  const balance = sql`left join lateral (select m.block, m.acquired - m.disposed as value from launch_moves m
    where m.wallet = ${wallet} and m.token_id = o.token_id and m.block <= p.block
    order by m.block desc, m.acquired desc, m.disposed desc limit 1) b on true`
  return sql`
    with recursive first as (
      select coalesce((select h.start from ${points} and h.start <= ${from} order by h.start desc limit 1), ${from}::int8) as start
    ), steps as (
      (select p.start, b.block as moved, b.value from (select h.start, h.block from ${points}
        and h.start <= ${to} and h.start >= (select start from first) order by h.start desc limit 1) p ${balance})
      union all
      select p.start, b.block, b.value from steps s cross join lateral (select h.start, h.block from ${points}
        and h.start < s.start and h.start >= (select start from first) and h.block < s.moved order by h.start desc limit 1) p ${balance}
    )
    select 'held' as kind, (select h.start from ${points} and h.start > coalesce(s.before, (select start from first) - 1)
      order by h.start limit 1) as start, s.value
    from (select *, lead(start) over (order by start desc) as before from steps) s where s.value is not null`
}
