import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

/** One early buyer: bought tokens, the balance now, and everything it sold since. */
export type EarlyRow = {
  buyer: string
  tokens: string
  eth: string
  first: number
  balance: string
  sold: string
  /** Who paid for its buys in any launch, or had the ETH of a sale sent to it, until the early time ended. */
  sources: string[]
}
/** A transaction that bought for several accounts. */
export type BundleRow = { tx: string; buyers: string[]; tokens: string }

type Launch = {
  id: number
  /** The last second that counts as early. */
  until: number
  /** Accounts that belong to nobody, such as the lock and the pool. */
  except: readonly string[]
}

/** A launch with more early buys than these is counted up to here, so that one read stays short. */
const BUYS_MAX = 5_000
const BUYERS_MAX = 100
const BUNDLES_MAX = 20
/** Payments looked at for each buyer, newest first: anyone may send many to one account. */
const PAYMENTS_MAX = 50

/** Accounts that got tokens by early buys, largest first. */
export async function readEarlyBuyers(db: Db, launch: Launch): Promise<EarlyRow[]> {
  const { rows } = await sql<EarlyRow>`
    select e.buyer, e.tokens::text as tokens, e.eth::text as eth, e.first,
      coalesce(h.balance, 0)::text as balance, coalesce(w.sold, 0)::text as sold, array(
        select distinct trader from (
          select trader from launch_trades where recipient = e.buyer and recipient <> trader and at <= ${launch.until}
          order by at desc limit ${PAYMENTS_MAX}
        ) payments order by trader
      ) as sources
    from (
      select recipient as buyer, sum(tokens) as tokens, sum(eth) as eth, min(position) as first
      from (${earlyBuys(launch)}) b group by recipient order by tokens desc, buyer limit ${BUYERS_MAX}
    ) e left join launch_holders h on h.token_id = ${launch.id} and h.holder = e.buyer
    left join launch_wallet_tokens w on w.token_id = ${launch.id} and w.wallet = e.buyer
    order by e.tokens desc, e.buyer`.execute(db)
  return rows
}

/** Transactions that bought for more than one account, largest first. */
export async function readBundles(db: Db, launch: Launch): Promise<BundleRow[]> {
  const { rows } = await sql<BundleRow>`
    select tx, array_agg(distinct recipient order by recipient) as buyers, sum(tokens)::text as tokens
    from (${earlyBuys(launch)}) b
    group by tx having count(distinct recipient) > 1 order by sum(tokens) desc, tx limit ${BUNDLES_MAX}`.execute(db)
  return rows
}

function earlyBuys({ id, until, except }: Launch) {
  return sql`select * from launch_trades where token_id = ${id} and at <= ${until} and is_buy
    and recipient <> all(${except}::text[]) order by at, position limit ${BUYS_MAX}`
}
