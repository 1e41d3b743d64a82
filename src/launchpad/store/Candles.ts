import { type Kysely, sql } from 'kysely'
import * as Curve from '#launchpad/contract/Curve.ts'
import * as Candle from '#launchpad/records/Candle.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>
type Row = Tables['launch_candles']
type Span = Candle.Span & { tokenId: number }

export function toCandle(row: Row): Candle.Candle {
  return {
    start: row.start,
    open: BigInt(row.open),
    high: BigInt(row.high),
    low: BigInt(row.low),
    close: BigInt(row.close),
    volumeEth: BigInt(row.volume_eth),
    volumeTokens: BigInt(row.volume_tokens),
    trades: row.trades,
  }
}

/** One candle for every interval of the span; `from` and `to` are starts of intervals. */
export async function readCandles(db: Db, span: Span): Promise<Candle.Candle[]> {
  const [candles, previous] = await Promise.all([readSpan(db, span), readPreviousPrice(db, span)])
  return Candle.fill(Candle.merge(candles, span.seconds), span, previous)
}

function readSpan(db: Db, span: Span): Promise<Candle.Candle[]> {
  const stored = Candle.storedFor(span.seconds)
  return stored === undefined ? fromTrades(db, span) : fromStored(db, span, stored)
}

async function fromStored(db: Db, { tokenId, from, to, seconds }: Span, stored: number): Promise<Candle.Candle[]> {
  const rows = await db
    .selectFrom('launch_candles')
    .selectAll()
    .where('token_id', '=', tokenId)
    .where('seconds', '=', stored)
    .where('start', '>=', from)
    .where('start', '<', to + seconds)
    .orderBy('start')
    .execute()
  return rows.map(toCandle)
}

async function fromTrades(db: Db, { tokenId, from, to, seconds }: Span): Promise<Candle.Candle[]> {
  const { rows } = await sql<{
    start: number
    open: string
    high: string
    low: string
    close: string
    volume_eth: string
    volume_tokens: string
    trades: number
  }>`
    select at - at % ${seconds} as start, (array_agg(price order by position))[1]::text as open, max(price)::text as high,
      min(price)::text as low, (array_agg(price order by position desc))[1]::text as close, sum(eth)::text as volume_eth,
      sum(tokens)::text as volume_tokens, count(*)::int8 as trades
    from launch_trades where token_id = ${tokenId} and at >= ${from} and at < ${to + seconds} group by 1 order by 1`.execute(
    db,
  )
  return rows.map((row) => toCandle({ ...row, token_id: tokenId, seconds }))
}

/** The price before the span: that of the last earlier trade, or of a curve without trades. */
async function readPreviousPrice(db: Db, { tokenId, from }: Span): Promise<bigint> {
  const row = await db
    .selectFrom('launch_trades')
    .select('price')
    .where('token_id', '=', tokenId)
    .where('at', '<', from)
    .orderBy('at', 'desc')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? BigInt(row.price) : Curve.price(Curve.untouched)
}
