import { type Kysely, type RawBuilder, sql } from 'kysely'
import { PREPARED } from '#database/prepared.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

/** A wallet's position with its token and the present price. */
export type PositionRow = Tables['launch_wallet_tokens'] &
  Pick<Tables['launch_tokens'], 'address' | 'name' | 'symbol'> & { price: string }

export type OpenSums = { tokens: number; value: string; unrealised: string }

/** The last block that the positions include. */
export async function readFollowedBlock(db: Db): Promise<number> {
  const row = await db.selectFrom('launch_wallets_cursor').select('block').executeTakeFirst()
  return row?.block ?? -1
}

export type Summary = {
  /** The last block that the sums include. */
  block: number
  /** Undefined if the wallet never traded. */
  sums: Tables['launch_wallets'] | undefined
  /** The tokens in which the moves of the wallet contradict each other. */
  aside: string[]
}

export async function readSummary(db: Db, wallet: string): Promise<Summary> {
  type Row = Tables['launch_wallets'] & { followed: number | null; aside: string[] }
  const { rows } = await sql<Row>`
    ${PREPARED} select s.*, (select block from launch_wallets_cursor) as followed,
      array(select t.address from launch_wallets_aside a join launch_tokens t on t.id = a.token_id
        where a.wallet = ${wallet} order by a.token_id desc) as aside
    from (select) nothing left join launch_wallets s on s.wallet = ${wallet}`.execute(db)
  const [row] = rows
  return { block: row?.followed ?? -1, sums: row?.wallet ? row : undefined, aside: row?.aside ?? [] }
}

/** One wei in ETH: a product is exact, and faster than a division. */
const ETHER = sql.raw('0.000000000000000001')

/** All open positions at present prices, each rounded down. */
export async function readOpenSums(db: Db, wallet: string): Promise<OpenSums> {
  const { rows } = await sql<OpenSums>`
    ${PREPARED} select count(*) as tokens, coalesce(sum(trunc(w.held * c.price * ${ETHER})), 0)::text as value,
      coalesce(sum(trunc((w.bought - w.used_bought) * c.price * ${ETHER}) - (w.bought_eth - w.used_cost)), 0)::text as unrealised
    from launch_wallet_tokens w join launch_curves c on c.id = w.token_id where w.wallet = ${wallet} and w.held > 0`.execute(
    db,
  )
  return rows[0] ?? { tokens: 0, value: '0', unrealised: '0' }
}

type Page = { wallet: string; isOpen: boolean; before: number | undefined; limit: number }

/** Newest launch first; one row more than `limit` if another page follows. */
export function readPositions(db: Db, { wallet, isOpen, before, limit }: Page): Promise<PositionRow[]> {
  const order = sql`order by w.token_id desc`
  return select(
    db,
    sql`where w.wallet = ${wallet} ${isOpen ? sql`and w.held > 0` : sql``}
      ${before === undefined ? sql`` : sql`and w.token_id < ${before}`} ${order} limit ${sql.lit(limit + 1)}`,
    order,
  )
}

/** The position with the highest profit, and the one with the highest loss. */
export async function readExtremes(db: Db, wallet: string): Promise<{ best?: PositionRow; worst?: PositionRow }> {
  const rows = await select(
    db,
    sql`where w.wallet = ${wallet} and w.realised > 0 order by w.realised desc, w.token_id desc limit 1)
      union all (select * from launch_wallet_tokens w where w.wallet = ${wallet} and w.realised < 0
      order by w.realised, w.token_id limit 1`,
  )
  const [best, worst] = [
    rows.find(({ realised }) => BigInt(realised) > 0n),
    rows.find(({ realised }) => BigInt(realised) < 0n),
  ]
  return { ...(best && { best }), ...(worst && { worst }) }
}

type Traders = { tokenId: number; after: readonly string[] | undefined; limit: number }

/** Wallets that traded a token, highest realised profit first; one row more than `limit` if another page follows. */
export function readTraders(db: Db, { tokenId, after, limit }: Traders): Promise<PositionRow[]> {
  const [realised = '0', wallet = ''] = after ?? []
  const following = after ? sql`and (w.realised, w.wallet) < (${realised}::numeric, ${wallet})` : sql``
  const order = sql`order by w.realised desc, w.wallet desc`
  return select(
    db,
    sql`where w.token_id = ${tokenId} and w.trades > 0 ${following} ${order} limit ${sql.lit(limit + 1)}`,
    order,
  )
}

async function select(db: Db, chosen: RawBuilder<unknown>, order: RawBuilder<unknown> = sql``): Promise<PositionRow[]> {
  const { rows } = await sql<PositionRow>`
    ${PREPARED} select w.*, t.address, t.name, t.symbol, c.price from ((select * from launch_wallet_tokens w ${chosen})) w
    join launch_tokens t on t.id = w.token_id join launch_curves c on c.id = w.token_id ${order}`.execute(db)
  return rows
}
