import { type RawBuilder, sql } from 'kysely'

const MINUTE = 60
/** A launch that gains holders is traded, so the list needs only the launches that traded last. */
const RECENT = 500

/** Holders of the launch `c` now, less those at the beginning of the last 24 hours. */
export const newHolders = sql<number>`(c.holders - coalesce((select h.holders from launch_holder_history h
  where h.token_id = c.id and h.seconds = ${sql.lit(MINUTE)} and h.start <= (select window_start - ${sql.lit(MINUTE)} from launch_chain)
  order by h.start desc limit 1), 0))`

/** The launches of `source` that traded last and match, as `c`. */
export function recentlyTraded(source: RawBuilder<unknown>, matching: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select c.id, c.holders from ${source} where ${matching} order by c.last_trade desc, c.id desc limit ${sql.lit(RECENT)}) c`
}
