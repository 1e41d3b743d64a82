import { type Kysely, sql } from 'kysely'
import { PREPARED } from '#database/prepared.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>
type Token = Pick<Tables['launch_tokens'], 'id' | 'address' | 'creator' | 'name' | 'symbol' | 'created_at'>
type Curve = Pick<Tables['launch_curves'], 'graduated' | 'graduated_at' | 'market_cap' | 'holders' | FeeColumn>
type FeeColumn = 'curve_fees' | 'pool_fees' | 'claimed' | 'fee_growth0' | 'collected_growth0'

type Sums = Pick<Tables['launch_creators'], 'tokens' | 'volume' | 'backed_volume' | 'outside_volume'> & {
  all_graduated: number
}

/** A launch with the trades of the launching account, and whether an older one has the same name or symbol. */
export type CreatedRow = Token &
  Curve & {
    bought: string
    sold: string
    sold_eth: string
    held: string
    first_sold_at: number | null
    is_copy: boolean
  }

/** Sums over all launches of a creator, undefined without one, and the newest of them, newest first. */
export async function readCreator(
  db: Db,
  creator: string,
  limit: number,
): Promise<{ sums: Sums | undefined; launches: CreatedRow[] }> {
  // The index puts `graduated` first, so both halves are read and merged.
  const [onCurve, inPool] = [false, true].map(
    (graduated) => sql`(select id from launch_curves where creator = ${creator} and graduated = ${sql.lit(graduated)}
      order by id desc limit ${sql.lit(limit)})`,
  )
  const { rows } = await sql<CreatedRow & Sums>`
    ${PREPARED} select s.tokens, s.graduated as all_graduated, s.volume, s.backed_volume, s.outside_volume, t.id, t.address, t.creator, t.name, t.symbol, t.created_at, c.graduated, c.graduated_at, c.market_cap,
      c.holders, c.curve_fees, c.pool_fees, c.claimed, c.fee_growth0, c.collected_growth0,
      coalesce(w.bought, 0)::text as bought, coalesce(w.sold, 0)::text as sold,
      coalesce(w.sold_eth, 0)::text as sold_eth, coalesce(w.held, 0)::text as held, w.first_sold_at,
      exists (select from launch_tokens o where o.name_key = t.name_key and o.id < t.id and o.creator <> t.creator)
        or exists (select from launch_tokens o where o.symbol_key = t.symbol_key and o.id < t.id and o.creator <> t.creator) as is_copy
    from launch_creators s
    cross join (select id from (${onCurve} union all ${inPool}) halves order by id desc limit ${sql.lit(limit)}) page
    join launch_tokens t on t.id = page.id join launch_curves c on c.id = page.id
    left join launch_wallet_tokens w on w.wallet = ${creator} and w.token_id = page.id
    where s.creator = ${creator} order by page.id desc`.execute(db)
  return { sums: rows[0], launches: rows }
}
