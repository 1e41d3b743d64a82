import { sql, type Transaction } from 'kysely'
import type { Checkpoint } from '#launchpad/indexer/chain/Checkpoint.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import { type Leadership, leaderTransaction } from './leaderTransaction.ts'

const DAY = 86_400
const MINUTE = 60
/** Ten minutes of blocks are kept one by one, older ones every 1024 or so. */
const DENSE_BLOCKS = 6_000
const SPARSE_BLOCKS = 1_024
const NEWS_KEPT = 200_000

/** Where the last 24 hours begin, to the minute. */
export function windowStart(nowMs: number): number {
  const seconds = Math.floor(nowMs / 1000) - DAY
  return seconds - (seconds % MINUTE)
}

/** Takes trades older than a day out of the sums of the last 24 hours, whose new start it returns, and drops old blocks and outbox rows. */
export function expireRows(
  leadership: Leadership,
  { expected, nowMs }: { expected: Checkpoint; nowMs: number },
): Promise<number> {
  return leaderTransaction(leadership, { expected, isDurable: false }, async (db, chain) => {
    const start = windowStart(nowMs)
    if (start > chain.window_start) await moveWindow(db, chain.window_start, start)
    await sql`
      delete from launch_blocks b where number < ${chain.block - DENSE_BLOCKS} and exists (
        select from launch_blocks o where o.number < b.number and o.number >= b.number - b.number % ${SPARSE_BLOCKS})`.execute(
      db,
    )
    await sql`delete from launch_outbox where seq <= ${chain.last_seq - NEWS_KEPT}`.execute(db)
    return Math.max(start, chain.window_start)
  })
}

async function moveWindow(db: Transaction<Tables>, from: number, to: number): Promise<void> {
  await sql`
    with old as (
      select token_id, count(*)::int8 as trades, sum(eth) as volume, sum(backed) as backed,
        coalesce(sum(backed) filter (where not is_own), 0) as outside from launch_trades
      where at >= ${from} and at < ${to} group by token_id
    ), curves as (
      update launch_curves c set trades_24h = c.trades_24h - old.trades, volume_24h = c.volume_24h - old.volume,
        backed_volume_24h = c.backed_volume_24h - old.backed, outside_volume_24h = c.outside_volume_24h - old.outside
      from old where c.id = old.token_id
    )
    update launch_chain set window_start = ${to}, version = version + 1, quiet_version = version + 1,
      trades_24h = trades_24h - coalesce((select sum(trades) from old), 0)::int8,
      volume_24h = volume_24h - coalesce((select sum(volume) from old), 0),
      backed_volume_24h = backed_volume_24h - coalesce((select sum(backed) from old), 0)`.execute(db)
}
