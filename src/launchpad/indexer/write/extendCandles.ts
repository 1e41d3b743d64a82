import { sql, type Transaction } from 'kysely'
import type * as Changes from '#launchpad/indexer/derive/Changes.ts'
import { type Columns, sqlRows } from '#launchpad/store/sqlRows.ts'
import type { Tables } from '#launchpad/store/tables.ts'

const CANDLE: Columns<Changes.CandleChange> = {
  token_id: ['int8', ({ tokenId }) => tokenId],
  seconds: ['int4', ({ seconds }) => seconds],
  start: ['int8', ({ start }) => start],
  open: ['numeric', ({ open }) => open],
  high: ['numeric', ({ high }) => high],
  low: ['numeric', ({ low }) => low],
  close: ['numeric', ({ close }) => close],
  volume_eth: ['numeric', ({ volumeEth }) => volumeEth],
  volume_tokens: ['numeric', ({ volumeTokens }) => volumeTokens],
  trades: ['int8', ({ trades }) => trades],
}

/** Adds trades, all later than those already counted, and returns the resulting candles of `seconds`, or none. */
export async function extendCandles(
  db: Transaction<Tables>,
  candles: Changes.Changes['candles'],
  seconds: number | null,
): Promise<Tables['launch_candles'][]> {
  if (candles.size === 0) return []
  const names = sql.raw(Object.keys(CANDLE).join(', '))
  const { rows } = await sql<Tables['launch_candles']>`
    with extended as (
    insert into launch_candles as c (${names}) select ${names} from ${sqlRows([...candles.values()], CANDLE)}
    on conflict (token_id, seconds, start) do update set
      high = greatest(c.high, excluded.high), low = least(c.low, excluded.low), close = excluded.close,
      volume_eth = c.volume_eth + excluded.volume_eth, volume_tokens = c.volume_tokens + excluded.volume_tokens,
      trades = c.trades + excluded.trades
    returning *) select * from extended where seconds = ${seconds}::int4`.execute(db)
  return rows
}
