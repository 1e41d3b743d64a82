import { type Kysely, sql } from 'kysely'
import { PREPARED } from '#database/prepared.ts'
import { BURNED } from '#launchpad/records/Launch.ts'
import { notIndexed } from './requireToken.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

/** One early buyer: bought tokens, the balance now, and everything it sold since. */
export type EarlyRow = {
  buyer: string
  tokens: string
  eth: string
  first: number
  /** The accounts that paid for its buys in any launch, or sent it the ETH of a sale, until the early time ended. */
  sources: string[]
} & Holding
/** A transaction that bought for several accounts. */
export type BundleRow = { tx: string; buyers: string[]; tokens: string }

type Holding = { balance: string; sold: string }

export type Early = {
  id: number
  creator: string
  /** The last second that counts as early. */
  until: number
  /** The last block that the sales include. */
  block: number
  /** Accounts that got tokens by early buys, largest first. */
  buyers: EarlyRow[]
  /** Transactions that bought for more than one account, largest first. */
  bundles: BundleRow[]
}

/** How long the first buys of a launch without an opening count as early. */
const EARLY_SECONDS = 60
/** The maximum of early buys that are counted, so that one read stays short. */
const BUYS_MAX = 5_000
const BUYERS_MAX = 100
const BUNDLES_MAX = 20
/** The maximum of payments read for each buyer, newest first, because anyone may send many to one account. */
const PAYMENTS_MAX = 50

/**
 * The early buys of a launch; throws `not_found` for other addresses. The factory and the pool do not count as buyers.
 */
export async function readEarly(db: Db, { token, factory }: { token: string; factory: string }): Promise<Early> {
  type Row = Omit<Early, 'buyers'> & { buyers: Omit<EarlyRow, keyof Holding>[] }
  const { rows } = await sql<Row>`
    ${PREPARED} with launch as materialized (
      select t.id, t.address, t.creator, k.pool_manager, case when c.opening_ends_at = 0
        then t.created_at + ${sql.lit(EARLY_SECONDS)} else c.opening_ends_at end as until
      from launch_tokens t join launch_curves c on c.id = t.id cross join launch_chain k where t.address = ${token}
    ), buys as materialized (
      select b.* from launch l cross join lateral (
        select position, tx, recipient, tokens, eth from launch_trades
        where token_id = l.id and at <= l.until and is_buy
          and recipient <> all(array[${factory}, ${sql.lit(BURNED)}, l.pool_manager, l.address])
        order by at, position limit ${sql.lit(BUYS_MAX)}) b
    ), buyers as materialized (
      select recipient as buyer, sum(tokens) as tokens, sum(eth) as eth, min(position) as first
      from buys group by recipient order by tokens desc, buyer limit ${sql.lit(BUYERS_MAX)}
    ), bundles as materialized (
      select tx, array_agg(distinct recipient order by recipient) as buyers, sum(tokens) as tokens from buys
      where tx in (select tx from buys group by tx having min(recipient collate "C") <> max(recipient collate "C"))
      group by tx order by sum(tokens) desc, tx limit ${sql.lit(BUNDLES_MAX)}
    ), sources as materialized (
      select b.buyer, array_agg(distinct p.trader order by p.trader) as sources from launch l cross join buyers b
      cross join lateral (
        select trader from launch_trades where recipient = b.buyer and recipient <> trader and at <= l.until
        order by at desc limit ${sql.lit(PAYMENTS_MAX)}) p
      group by b.buyer
    )
    select l.id, l.creator, l.until, (select block from launch_wallets_cursor) as block,
      (select coalesce(json_agg(json_build_object('buyer', buyer, 'tokens', b.tokens::text, 'eth', b.eth::text,
        'first', b.first, 'sources', coalesce(s.sources, '{}')) order by b.tokens desc, buyer), '[]')
        from buyers b left join sources s using (buyer)) as buyers,
      (select coalesce(json_agg(json_build_object('tx', b.tx, 'buyers', b.buyers, 'tokens', b.tokens::text)
        order by b.tokens desc, b.tx), '[]') from bundles b) as bundles
    from launch l`.execute(db)
  const [row] = rows
  if (!row) throw notIndexed(token)
  const holdings = await readHoldings(db, row)
  const buyers = row.buyers.map((buyer) => ({ ...buyer, ...(holdings.get(buyer.buyer) as Holding) }))
  return { ...row, buyers }
}

/** The holdings of the buyers. Planned for this token: a generic plan would read all holders of a token with many. */
async function readHoldings(
  db: Db,
  { id, buyers }: { id: number; buyers: readonly { buyer: string }[] },
): Promise<ReadonlyMap<string, Holding>> {
  if (buyers.length === 0) return new Map()
  const { rows } = await sql<Holding & { buyer: string }>`
    select b.buyer, coalesce(h.balance, 0)::text as balance, coalesce(w.sold, 0)::text as sold
    from unnest(${buyers.map(({ buyer }) => buyer)}::text[]) as b(buyer)
    left join launch_holders h on h.token_id = ${id} and h.holder = b.buyer
    left join launch_wallet_tokens w on w.token_id = ${id} and w.wallet = b.buyer`.execute(db)
  return new Map(rows.map(({ buyer, balance, sold }) => [buyer, { balance, sold }]))
}
