import { type Kysely, sql } from 'kysely'
import { BURNED } from '#launchpad/records/Launch.ts'
import * as Position from '#launchpad/records/LogPosition.ts'
import { creatorHolding } from './creatorHolding.ts'
import { newHolders } from './newHolders.ts'
import type { TokenRow } from './TokenRow.ts'
import type { Tables } from './tables.ts'

/** Prices in wei for a whole token. */
export type Preview = {
  id: number
  /** Closes of the last day, oldest first. */
  hours: string[] | null
  minutes: string[] | null
  /** The open of the first candle of the last day. */
  before: string | null
  creatorHolding: string
  buyers: number
  namesakes: number
  newHolders: number
}

const POINTS = 24
const DAY = 86_400
const HOUR = 3_600
const NAMESAKES_MAX = 100

/** Previews of launches in a list, by the id of the launch; `now` is in seconds. */
export async function readPreviews(
  db: Kysely<Tables>,
  rows: readonly TokenRow[],
  now: number,
): Promise<Map<number, Preview>> {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  // A whole hour, so that minutes and hours start at the same time.
  const since = Math.ceil((now - DAY) / HOUR) * HOUR
  const ends = rows.map(({ id }) => Position.startOf(Position.block(id) + 1))
  const { rows: found } = await sql<Preview>`
    select t.id, ${closes(HOUR, since)} as hours, ${closes(60, since)} as minutes,
      (select open from launch_candles k where k.token_id = t.id and k.seconds = ${HOUR} and k.start >= ${since}
        order by k.start limit 1)::text as before,
      ${creatorHolding}::text as "creatorHolding",
      (select count(distinct recipient)::int4 from launch_trades b where b.token_id = t.id and b.at = t.created_at
        and b.position < page.until and b.is_buy and b.recipient not in (t.creator, t.address, ${BURNED})) as buyers,
      (select count(*)::int4 from (select from launch_tokens o where (o.name_key = t.name_key or o.symbol_key = t.symbol_key)
        and o.id <> t.id limit ${NAMESAKES_MAX}) o) as namesakes,
      ${newHolders} as "newHolders"
    from unnest(${ids}::int8[], ${ends}::int8[]) as page (id, until) join launch_tokens t on t.id = page.id
    join launch_curves c on c.id = page.id`.execute(db)
  return new Map(found.map((preview) => [preview.id, preview]))
}

function closes(seconds: number, from: number) {
  return sql`(select array_agg(close::text order by start) from (
    select close, start from launch_candles k where k.token_id = t.id and k.seconds = ${seconds} and k.start >= ${from}
    order by k.start desc limit ${POINTS}) recent)`
}
