import { type Kysely, type RawBuilder, sql } from 'kysely'
import { PREPARED } from '#database/prepared.ts'
import { notIndexed } from './requireToken.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

/** A wallet's profit and loss in a token, and the token's current price. */
export type ResultRow = Omit<Tables['launch_wallet_tokens'], 'token_id' | 'last_block'> & { price: string }

/** A wallet's position with its token. */
export type PositionRow = ResultRow & { token_id: number } & Pick<
    Tables['launch_tokens'],
    'address' | 'name' | 'symbol'
  >

const RESULT = sql`w.wallet, w.acquired, w.disposed, w.bought, w.bought_eth, w.sold, w.sold_eth, w.used_bought, w.used_cost,
  w.realised, w.unpriced_eth, w.trades, w.first_sold_at, w.traded_at, w.held`

/** The last block that the positions include. */
export async function readFollowedBlock(db: Db): Promise<number> {
  const { rows } = await sql<{ block: number }>`${PREPARED} select block from launch_wallets_cursor`.execute(db)
  return rows[0]?.block ?? -1
}

export type Summary = {
  /** The last block that the sums include. */
  block: number
  /** Undefined if the wallet never traded. */
  sums: Tables['launch_wallets'] | undefined
  /** The tokens in which the moves of the wallet contradict each other. */
  aside: string[]
  /** All open positions at current prices, each rounded down. */
  open: { tokens: number; value: string; unrealised: string }
}

/** The sum of values in wei, each rounded down; truncating is faster than dividing each. */
function sumOfWorths(tokens: RawBuilder<unknown>) {
  return sql`trunc(coalesce(sum(trunc(${tokens} * c.price, -18)), 0) * 0.000000000000000001)`
}

export async function readSummary(db: Db, wallet: string): Promise<Summary> {
  type Row = Tables['launch_wallets'] & { followed: number | null; aside: string[] }
  type Open = { open_tokens: number; open_value: string; unrealised: string }
  const { rows } = await sql<Row & Open>`
    ${PREPARED} select s.*, open.*, (select block from launch_wallets_cursor) as followed,
      array(select t.address from launch_wallets_aside a join launch_tokens t on t.id = a.token_id
        where a.wallet = ${wallet} order by a.token_id desc) as aside
    from (
      select count(*) as open_tokens, ${sumOfWorths(sql`w.held`)}::text as open_value,
        (${sumOfWorths(sql`(w.bought - w.used_bought)`)} - coalesce(sum(w.bought_eth - w.used_cost), 0))::text as unrealised
      from launch_wallet_tokens w join launch_curves c on c.id = w.token_id where w.wallet = ${wallet} and w.held > 0
    ) open left join launch_wallets s on s.wallet = ${wallet}`.execute(db)
  const row = rows[0] as Row & Open
  return {
    block: row.followed ?? -1,
    sums: row.wallet ? row : undefined,
    aside: row.aside,
    open: { tokens: row.open_tokens, value: row.open_value, unrealised: row.unrealised },
  }
}

type Page = { wallet: string; isOpen: boolean; before: number | undefined; limit: number }

export type Positions = { best: PositionRow | undefined; worst: PositionRow | undefined; rows: PositionRow[] }

/**
 * The positions with the highest profit and with the highest loss, and a page of all, newest launch first, with one row more
 * than `limit` if another page follows.
 */
export async function readPositions(db: Db, { wallet, isOpen, before, limit }: Page): Promise<Positions> {
  const following = sql`${isOpen ? sql`and w.held > 0` : sql``} ${before === undefined ? sql`` : sql`and w.token_id < ${before}`}`
  const one = (group: string, chosen: RawBuilder<unknown>) =>
    sql`(select '${sql.raw(group)}' as of, w.token_id, ${RESULT} from launch_wallet_tokens w where w.wallet = ${wallet} ${chosen})`
  const { rows } = await sql<PositionRow & { of: string }>`
    ${PREPARED} select w.*, t.address, t.name, t.symbol, c.price from (
      ${one('best', sql`and w.realised > 0 order by w.realised desc, w.token_id desc limit 1`)}
      union all ${one('worst', sql`and w.realised < 0 order by w.realised, w.token_id limit 1`)}
      union all ${one('page', sql`${following} order by w.token_id desc limit ${sql.lit(limit + 1)}`)}
    ) w join launch_tokens t on t.id = w.token_id join launch_curves c on c.id = w.token_id
    order by w.token_id desc`.execute(db)
  const groups = Map.groupBy(rows, (row) => row.of)
  return { best: groups.get('best')?.[0], worst: groups.get('worst')?.[0], rows: groups.get('page') ?? [] }
}

type Traders = { token: string; after: readonly string[] | undefined; limit: number }

/**
 * Wallets that traded a token, highest realised profit first, with one row more than `limit` if another page follows, and the
 * last block that they include; throws `not_found` for other addresses.
 */
export async function readTraders(
  db: Db,
  { token, after, limit }: Traders,
): Promise<{ block: number; rows: ResultRow[] }> {
  const [realised = '0', wallet = ''] = after ?? []
  const following = after ? sql`and (w.realised, w.wallet) < (${realised}::numeric, ${wallet})` : sql``
  const order = sql`order by w.realised desc, w.wallet desc`
  const { rows } = await sql<ResultRow & { block: number }>`
    ${PREPARED} select k.block, c.price, w.* from launch_wallets_cursor k cross join launch_tokens t
    join launch_curves c on c.id = t.id left join lateral (
      select ${RESULT} from launch_wallet_tokens w where w.token_id = t.id and w.trades > 0 ${following} ${order}
      limit ${sql.lit(limit + 1)}) w on true
    where t.address = ${token} ${order}`.execute(db)
  const [first] = rows
  if (!first) throw notIndexed(token)
  return { block: first.block, rows: first.wallet === null ? [] : rows }
}
