import { sql, type Transaction } from 'kysely'
import * as Curve from '#launchpad/contract/Curve.ts'
import * as Price from '#launchpad/contract/Price.ts'
import * as Candle from '#launchpad/records/Candle.ts'
import { sqlRows } from '#launchpad/store/sqlRows.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import type { RewoundTrades } from './RewoundRows.ts'

type Db = Transaction<Tables>
type Options = {
  /** Trades from this position on were rewound. */
  start: number
  trades: ReadonlyMap<number, RewoundTrades>
}
type Bucket = { tokenId: number; seconds: number; start: number }

const [MINUTE, ...LONGER] = Candle.STORED

/**
 * Rebuilds the candles of rewound trades. For each token and length only the candle of its first rewound trade can still
 * have trades: the minute is built from these, every longer candle from the next shorter ones.
 */
export async function redrawCandles(db: Db, { start, trades }: Options): Promise<void> {
  const rewound = [...trades.values()].filter(({ tokenId }) => tokenId < start)
  if (rewound.length === 0) return
  const bucketsOf = (seconds: number): Bucket[] =>
    rewound.map(({ tokenId, firstAt }) => ({ tokenId, seconds, start: Candle.startOf(firstAt, seconds) }))
  await erase(db, Candle.STORED.flatMap(bucketsOf))
  await drawMinutes(db, bucketsOf(MINUTE))
  let shorter: number = MINUTE
  for (const seconds of LONGER) {
    await drawFrom(db, shorter, bucketsOf(seconds))
    shorter = seconds
  }
}

function sqlBuckets(buckets: readonly Bucket[]) {
  return sqlRows(buckets, {
    token_id: ['int8', ({ tokenId }) => tokenId],
    seconds: ['int4', ({ seconds }) => seconds],
    start: ['int8', ({ start }) => start],
  })
}

async function erase(db: Db, buckets: readonly Bucket[]): Promise<void> {
  await sql`delete from launch_candles c using ${sqlBuckets(buckets)}
    where c.token_id = r.token_id and c.seconds = r.seconds and c.start >= r.start`.execute(db)
}

/** Block times never fall, so the trades of these minutes come after the last known block before them. */
async function drawMinutes(db: Db, buckets: readonly Bucket[]): Promise<void> {
  const earliest = Math.min(...buckets.map(({ start }) => start))
  const initial = String(Price.onCurve(Curve.untouched).price)
  await sql`
    with first as (
      select coalesce((select number + 1 from launch_blocks where at < ${earliest} order by number desc limit 1), 0) * 1048576 as position
    ), priced as (
      select t.*, r.start, coalesce(lag(t.price) over trades, (
        select p.price from launch_trades p where p.token_id = t.token_id and (p.at, p.position) < (t.at, t.position)
        order by p.at desc, p.position desc limit 1), ${initial}::numeric) as before
      from launch_trades t join ${sqlBuckets(buckets)} on r.token_id = t.token_id and t.at >= r.start
      where t.position >= (select position from first)
      window trades as (partition by t.token_id order by t.position)
    )
    insert into launch_candles (token_id, seconds, start, open, high, low, close, volume_eth, volume_tokens, trades)
    select token_id, ${MINUTE}, start, (array_agg(before order by position))[1],
      greatest(max(price), (array_agg(before order by position))[1]), least(min(price), (array_agg(before order by position))[1]),
      (array_agg(price order by position desc))[1], sum(eth), sum(tokens), count(*)
    from priced group by token_id, start`.execute(db)
}

async function drawFrom(db: Db, shorter: number, buckets: readonly Bucket[]): Promise<void> {
  await sql`
    insert into launch_candles (token_id, seconds, start, open, high, low, close, volume_eth, volume_tokens, trades)
    select r.token_id, r.seconds, r.start, (array_agg(c.open order by c.start))[1], max(c.high), min(c.low),
      (array_agg(c.close order by c.start desc))[1], sum(c.volume_eth), sum(c.volume_tokens), sum(c.trades)
    from launch_candles c join ${sqlBuckets(buckets)}
      on c.token_id = r.token_id and c.seconds = ${shorter} and c.start >= r.start and c.start < r.start + r.seconds
    group by 1, 2, 3`.execute(db)
}
