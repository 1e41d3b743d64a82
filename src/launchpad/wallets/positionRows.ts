import { sql, type Transaction } from 'kysely'
import { type Columns, sqlRows } from '#launchpad/store/sqlRows.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import type { Lot, Move, Position } from './Fifo.ts'

type Db = Transaction<Tables>
export type Holding = { wallet: string; tokenId: number }
export type Stored = Holding & { position: Position; lastBlock: number }
export type MoveRow = Holding & { block: number; move: Move; position: Position }

const KEY: Columns<Holding> = {
  wallet: ['hex', ({ wallet }) => wallet],
  token_id: ['int8', ({ tokenId }) => tokenId],
}

const POSITION: Columns<{ position: Position }> = {
  acquired: ['numeric', ({ position }) => position.acquired],
  disposed: ['numeric', ({ position }) => position.disposed],
  bought: ['numeric', ({ position }) => position.bought],
  bought_eth: ['numeric', ({ position }) => position.boughtEth],
  sold: ['numeric', ({ position }) => position.sold],
  sold_eth: ['numeric', ({ position }) => position.soldEth],
  used_bought: ['numeric', ({ position }) => position.usedBought],
  used_cost: ['numeric', ({ position }) => position.usedCost],
  realised: ['numeric', ({ position }) => position.realised],
  unpriced_eth: ['numeric', ({ position }) => position.unpricedEth],
  trades: ['int4', ({ position }) => position.trades],
  first_sold_at: ['int8', ({ position }) => position.firstSoldAt],
  traded_at: ['int8', ({ position }) => position.tradedAt],
}

const MOVE: Columns<MoveRow> = {
  ...KEY,
  ...POSITION,
  block: ['int8', ({ block }) => block],
  kind: ['hex', ({ move }) => move.kind],
  tokens: ['numeric', ({ move }) => move.tokens],
  eth: ['numeric', ({ move }) => move.eth],
}

const STORED: Columns<Stored> = { ...KEY, ...POSITION, last_block: ['int8', ({ lastBlock }) => lastBlock] }

const names = (columns: object) => sql.raw(Object.keys(columns).join(', '))

export async function insertMoves(db: Db, rows: readonly MoveRow[]): Promise<void> {
  await sql`insert into launch_moves (${names(MOVE)}) select ${names(MOVE)} from ${sqlRows(rows, MOVE)}`.execute(db)
}

export async function savePositions(db: Db, rows: readonly Stored[]): Promise<void> {
  const set = sql.raw([...Object.keys(POSITION), 'last_block'].map((name) => `${name} = excluded.${name}`).join(', '))
  await sql`
    insert into launch_wallet_tokens (${names(STORED)}) select ${names(STORED)} from ${sqlRows(rows, STORED)}
    on conflict (wallet, token_id) do update set ${set}`.execute(db)
}

export async function deletePositions(db: Db, holdings: readonly Holding[]): Promise<void> {
  await sql`delete from launch_wallet_tokens w using ${sqlRows(holdings, KEY)}
    where w.wallet = r.wallet and w.token_id = r.token_id`.execute(db)
}

export async function loadPositions(db: Db, holdings: readonly Holding[]): Promise<Map<string, Stored>> {
  const { rows } = await sql<Tables['launch_wallet_tokens']>`
    select w.* from ${sqlRows(holdings, KEY)} join launch_wallet_tokens w on w.wallet = r.wallet and w.token_id = r.token_id`.execute(
    db,
  )
  return toMap(rows)
}

/** The positions after the newest remaining move of each holding. */
export async function loadLastMoves(db: Db, holdings: readonly Holding[]): Promise<Map<string, Stored>> {
  const { rows } = await sql<Tables['launch_wallet_tokens']>`
    select m.*, m.block as last_block from ${sqlRows(holdings, KEY)} cross join lateral (
      select * from launch_moves m where m.wallet = r.wallet and m.token_id = r.token_id
      order by m.acquired desc, m.disposed desc limit 1
    ) m`.execute(db)
  return toMap(rows)
}

type Range = Holding & { from: bigint; to: bigint }
type LotRow = { wallet: string; token_id: number; acquired: string; tokens: string; eth: string; kind: string }

/** The lots that hold the tokens between two counts of acquired tokens, oldest first. */
export async function loadLots(db: Db, ranges: readonly Range[]): Promise<Map<string, Lot[]>> {
  const bounds = sqlRows(ranges, {
    ...KEY,
    first: ['numeric', ({ from }) => from],
    last: ['numeric', ({ to }) => to],
  } as Columns<Range>)
  // The first move that raises `acquired` beyond a count is the one that acquired the token at that count.
  const { rows } = await sql<LotRow>`
    select l.* from ${bounds} cross join lateral (
      (select wallet, token_id, acquired, tokens, eth, kind from launch_moves m
        where m.wallet = r.wallet and m.token_id = r.token_id and m.acquired > r.first and m.acquired <= r.last
          and m.kind in ('buy', 'received'))
      union all
      (select wallet, token_id, acquired, tokens, eth, kind from launch_moves m
        where m.wallet = r.wallet and m.token_id = r.token_id and m.acquired > r.last
        order by m.acquired, m.disposed limit 1)
    ) l order by l.acquired`.execute(db)
  const lots = new Map<string, Lot[]>()
  for (const row of rows) {
    const known = lots.get(keyOf({ wallet: row.wallet, tokenId: row.token_id }))
    if (known) known.push(toLot(row))
    else lots.set(keyOf({ wallet: row.wallet, tokenId: row.token_id }), [toLot(row)])
  }
  return lots
}

export function keyOf({ wallet, tokenId }: Holding): string {
  return `${tokenId} ${wallet}`
}

function toLot({ acquired, tokens, eth, kind }: LotRow): Lot {
  return {
    start: BigInt(acquired) - BigInt(tokens),
    tokens: BigInt(tokens),
    eth: BigInt(eth),
    isBought: kind === 'buy',
  }
}

function toMap(rows: readonly Tables['launch_wallet_tokens'][]): Map<string, Stored> {
  const stored = rows.map((row) => ({
    wallet: row.wallet,
    tokenId: row.token_id,
    lastBlock: row.last_block,
    position: toPosition(row),
  }))
  return new Map(stored.map((item) => [keyOf(item), item]))
}

function toPosition(row: Tables['launch_wallet_tokens']): Position {
  return {
    acquired: BigInt(row.acquired),
    disposed: BigInt(row.disposed),
    bought: BigInt(row.bought),
    boughtEth: BigInt(row.bought_eth),
    sold: BigInt(row.sold),
    soldEth: BigInt(row.sold_eth),
    usedBought: BigInt(row.used_bought),
    usedCost: BigInt(row.used_cost),
    realised: BigInt(row.realised),
    unpricedEth: BigInt(row.unpriced_eth),
    trades: row.trades,
    firstSoldAt: row.first_sold_at,
    tradedAt: row.traded_at,
  }
}
