import { sql, type Transaction } from 'kysely'
import type { Tables } from '#launchpad/store/tables.ts'
import * as Aside from './Aside.ts'
import { changeWallets } from './changeWallets.ts'
import * as Fifo from './Fifo.ts'
import * as Moves from './Moves.ts'
import * as Rows from './positionRows.ts'

type Db = Transaction<Tables>

/** Adds the moves of whole blocks to the positions of their wallets. */
export async function applyMoves(tx: Db, moves: readonly Moves.BlockMoves[]): Promise<void> {
  if (moves.length === 0) return
  const holdings = [...new Map(moves.map((item) => [Rows.keyOf(item), item])).values()]
  const before = await Rows.loadPositions(tx, holdings)
  const lots = await Rows.loadLots(tx, rangesOf(moves, before))
  const { rows, after } = followMoves(moves, before, lots)
  await Rows.insertMoves(tx, rows)
  await Rows.savePositions(tx, [...after.values()])
  await changeWallets(tx, changesOf(holdings, before, after))
}

/** The same for one holding after the other: one that contradicts itself is set aside, and all others continue. */
export async function applyEach(tx: Db, moves: readonly Moves.BlockMoves[], found: Aside.Holding[]): Promise<void> {
  for (const own of Map.groupBy(moves, Rows.keyOf).values()) {
    await sql`savepoint one_holding`.execute(tx)
    try {
      await applyMoves(tx, own)
    } catch (error) {
      if (!Aside.isContradiction(error)) throw error
      await sql`rollback to savepoint one_holding`.execute(tx)
      found.push(await Aside.insert(tx, own, error))
    }
    await sql`release savepoint one_holding`.execute(tx)
  }
}

type Positions = ReadonlyMap<string, Rows.Stored>

/** The counts of tokens that the moves may use, by holding. */
function rangesOf(moves: readonly Moves.BlockMoves[], before: Positions) {
  const ranges = new Map<string, Rows.Holding & { from: bigint; to: bigint }>()
  for (const item of moves) {
    const key = Rows.keyOf(item)
    const stored = before.get(key)
    const used = usedBy(item)
    if (!stored || used === 0n) continue
    const known = ranges.get(key) ?? { ...item, from: stored.position.disposed, to: stored.position.disposed }
    ranges.set(key, { ...known, to: known.to + used })
  }
  return [...ranges.values()]
}

function usedBy({ trades, moved }: Moves.BlockMoves): bigint {
  const sales = trades.reduce((sum, { kind, tokens }) => (kind === 'sell' ? sum + tokens : sum), 0n)
  // Tokens lent for a sale are used twice.
  return sales * 2n + (moved < 0n ? -moved : 0n)
}

type Followed = { rows: Rows.MoveRow[]; after: Map<string, Rows.Stored> }

function followMoves(moves: readonly Moves.BlockMoves[], before: Positions, lots: Map<string, Fifo.Lot[]>): Followed {
  const rows: Rows.MoveRow[] = []
  const after = new Map<string, Rows.Stored>()
  for (const item of moves) {
    const { wallet, tokenId, block } = item
    const key = Rows.keyOf(item)
    let { position } = after.get(key) ?? before.get(key) ?? { position: Fifo.EMPTY }
    const open = lots.get(key) ?? []
    lots.set(key, open)
    for (const move of Moves.inOrder(item, position.acquired - position.disposed)) {
      position = Fifo.apply(position, open, move)
      rows.push({ wallet, tokenId, block, move, position })
    }
    if (position.disposed > position.acquired) throw new Aside.Overspent(`it sent more than it held in block ${block}`)
    after.set(key, { wallet, tokenId, position, lastBlock: block })
  }
  return { rows, after }
}

export function changesOf(holdings: readonly Rows.Holding[], before: Positions, after: Positions) {
  return holdings.map((holding) => {
    const key = Rows.keyOf(holding)
    return { wallet: holding.wallet, before: before.get(key)?.position, after: after.get(key)?.position }
  })
}
