import { sql, type Transaction } from 'kysely'
import { HOLDER_FLOOR } from '#launchpad/records/Launch.ts'
import { type Columns, sqlRows } from '#launchpad/store/sqlRows.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import type { HolderPoint, Holdings } from './holderPoints.ts'
import type { BlockMoves } from './Moves.ts'
import { keyOf } from './positionRows.ts'

type Db = Transaction<Tables>
type BalanceRow = { token_id: number; wallet: string; held: string }

const DAY = 86_400
const TOP = 10

const POINT: Columns<HolderPoint> = {
  token_id: ['int8', ({ tokenId }) => tokenId],
  seconds: ['int4', ({ seconds }) => seconds],
  start: ['int8', ({ start }) => start],
  holders: ['int8', ({ holders }) => holders],
  top10: ['numeric', ({ top10 }) => top10],
  first_block: ['int8', ({ firstBlock }) => firstBlock],
  block: ['int8', ({ block }) => block],
}

/** The holdings in the tokens of these moves, before the moves. */
export async function load(tx: Db, moves: readonly BlockMoves[]): Promise<Map<number, Holdings>> {
  const own = [...new Map(moves.map((item) => [keyOf(item), item])).values()]
  if (own.length === 0) return new Map()
  const touched = [...Map.groupBy(own, ({ tokenId }) => tokenId)]
  const holdings = new Map(await loadCounts(tx, new Set(touched.map(([tokenId]) => tokenId))))
  const balances = [...(await loadBalances(tx, own)), ...(await loadLargest(tx, touched))]
  for (const { token_id, wallet, held } of balances) holdings.get(token_id)?.balances.set(wallet, BigInt(held))
  return holdings
}

async function loadCounts(tx: Db, tokens: ReadonlySet<number>): Promise<[number, Holdings][]> {
  const ids = sqlRows([...tokens], { token_id: ['int8', (id) => id] })
  const { rows } = await sql<{ token_id: number; holders: number }>`
    select r.token_id, coalesce((select h.holders from launch_holder_history h
      where h.token_id = r.token_id and h.seconds = ${DAY} order by h.start desc limit 1), 0) as holders from ${ids}`.execute(
    tx,
  )
  return rows.map(({ token_id, holders }) => [token_id, { holders, balances: new Map() }])
}

async function loadBalances(tx: Db, own: readonly BlockMoves[]): Promise<BalanceRow[]> {
  const wallets = sqlRows(own, {
    wallet: ['hex', ({ wallet }) => wallet],
    token_id: ['int8', ({ tokenId }) => tokenId],
  })
  const { rows } = await sql<BalanceRow>`
    select w.token_id, w.wallet, w.held from ${wallets}
    join launch_wallet_tokens w on w.wallet = r.wallet and w.token_id = r.token_id`.execute(tx)
  return rows
}

/** Ten more than the wallets that move, so that ten of them are unchanged. */
async function loadLargest(tx: Db, touched: readonly [number, readonly BlockMoves[]][]): Promise<BalanceRow[]> {
  const tokens = sqlRows(touched, {
    token_id: ['int8', ([tokenId]) => tokenId],
    moving: ['int8', ([, own]) => own.length],
  })
  const { rows } = await sql<BalanceRow>`
    select w.token_id, w.wallet, w.held from ${tokens} cross join lateral (
      select token_id, wallet, held from launch_wallet_tokens w where w.token_id = r.token_id and w.held > 0
      order by w.held desc limit ${TOP} + r.moving) w`.execute(tx)
  return rows
}

export async function save(tx: Db, points: readonly HolderPoint[]): Promise<void> {
  if (points.length === 0) return
  await sql`
    insert into launch_holder_history as h (token_id, seconds, start, holders, top10, first_block, block)
    select token_id, seconds, start, holders, top10, first_block, block from ${sqlRows(points, POINT)}
    on conflict (token_id, seconds, start) do update set holders = excluded.holders, top10 = excluded.top10,
      block = excluded.block`.execute(tx)
}

/** Reverts the blocks from `from` on. The positions are already those before it. */
export async function rewind(tx: Db, from: number, tokens: readonly number[]): Promise<void> {
  const ids = sqlRows(tokens, { token_id: ['int8', (id) => id] })
  await sql`delete from launch_holder_history h using ${ids} where h.token_id = r.token_id and h.first_block >= ${from}`.execute(
    tx,
  )
  await sql`
    update launch_holder_history h set block = ${from - 1},
      holders = (select count(*) from launch_wallet_tokens w
        where w.token_id = h.token_id and w.held >= ${String(HOLDER_FLOOR)}::numeric),
      top10 = (select coalesce(sum(held), 0) from (select held from launch_wallet_tokens w
        where w.token_id = h.token_id order by w.held desc limit ${TOP}) w)
    from ${ids} where h.token_id = r.token_id and h.block >= ${from}`.execute(tx)
}
