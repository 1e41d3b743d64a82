import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { BPS } from '#core/bigint.ts'
import * as Position from '#launchpad/records/LogPosition.ts'
import type * as wire from '#launchpad/wire/schemas.ts'
import * as records from '#launchpad/wire/toWire.ts'
import type { TokenRow } from './TokenRow.ts'
import type { Tables } from './tables.ts'

type Glance = z.output<typeof wire.Glance>
type Found = {
  id: number
  hours: string[] | null
  minutes: string[] | null
  before: string | null
  held: string | null
  buyers: number
  namesakes: number
}

const POINTS = 24
const DAY = 86_400
const HOUR = 3_600
const HOURS_MIN = 8
const NAMESAKES_MAX = 100

/** What a list shows of each launch beside its record, by the id of the launch; `now` in seconds. */
export async function readGlances(
  db: Kysely<Tables>,
  rows: readonly TokenRow[],
  now: number,
): Promise<Map<number, Glance>> {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  // Minutes begin with the first whole hour too, so that the line runs in order of time.
  const since = Math.ceil((now - DAY) / HOUR) * HOUR
  const ends = rows.map(({ id }) => Position.startOf(Position.block(id) + 1))
  const { rows: found } = await sql<Found>`
    select t.id, ${closes(HOUR, since)} as hours, ${closes(60, since)} as minutes,
      (select open from launch_candles k where k.token_id = t.id and k.seconds = ${HOUR} and k.start >= ${since}
        order by k.start limit 1)::text as before,
      (select balance from launch_holders h where h.token_id = t.id and h.holder = t.creator)::text as held,
      (select count(distinct recipient)::int4 from launch_trades b where b.token_id = t.id and b.at = t.created_at
        and b.position < page.until and b.is_buy and b.recipient <> t.creator) as buyers,
      (select count(*)::int4 from (select from launch_tokens o where (o.name_key = t.name_key or o.symbol_key = t.symbol_key)
        and o.id <> t.id limit ${NAMESAKES_MAX}) o) as namesakes
    from unnest(${ids}::int8[], ${ends}::int8[]) as page (id, until) join launch_tokens t on t.id = page.id`.execute(db)
  const priceOf = new Map(rows.map(({ id, price }) => [id, BigInt(price)]))
  return new Map(found.map((glance) => [glance.id, toGlance(glance, priceOf.get(glance.id) ?? 0n)]))
}

function closes(seconds: number, from: number) {
  return sql`(select array_agg(close::text order by start) from (
    select close, start from launch_candles k where k.token_id = t.id and k.seconds = ${seconds} and k.start >= ${from}
    order by k.start desc limit ${POINTS}) recent)`
}

/** Hours show a day of a launch that has one; a young one shows its minutes. */
function toGlance({ hours, minutes, before, held, buyers, namesakes }: Found, price: bigint): Glance {
  const closing = (hours ?? []).length >= HOURS_MIN ? hours : minutes
  const start = before === null ? price : BigInt(before)
  return {
    prices: [...(before === null ? [] : [before]), ...(closing ?? [])],
    changeBps: start === 0n ? 0 : Number(((price - start) * BPS) / start),
    creatorShareBps: records.shareBps(BigInt(held ?? 0)),
    firstBlockBuyers: buyers,
    namesakes,
  }
}
