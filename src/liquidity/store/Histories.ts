import { sql } from 'kysely'
import type { Move, PositionName } from '#liquidity/history/Move.ts'
import type { Present } from '#liquidity/history/readHistory.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import type { HistoryRow, Store } from './tables.ts'

export type Place = Pick<Present, 'poolReference' | 'token0' | 'token1' | 'tickLower' | 'tickUpper'>

/** A stored history. `present` is that of `block`; undefined until all blocks before it were read. */
export type History = {
  key: string
  name: PositionName
  place: Place
  moves: Move[]
  present: Present | undefined
  block: number
  problem: string | null
}

export function keyOf({ chainId, protocol, tokenId }: PositionName): string {
  return `${chainId} ${protocol} ${tokenId}`
}

export async function insert(tx: Store, name: PositionName, place: Place): Promise<void> {
  const row = { key: keyOf(name), chain_id: name.chainId, protocol: name.protocol, token_id: String(name.tokenId) }
  await tx
    .insertInto('lp_histories')
    .values({ ...row, place: JSON.stringify(place), moves: '[]', present: null, block: -1, problem: null })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ due_at: sql<Date>`now()` }))
    .execute()
}

/** Histories to read now, the longest waiting first. */
export async function listDue(store: Store, limit: number): Promise<History[]> {
  const rows = await store
    .selectFrom('lp_histories')
    .selectAll()
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return rows.map(toHistory)
}

type Saved = Omit<History, 'name' | 'place'> & {
  waitMs: number
  /** The history as it was read. */
  stored: Pick<History, 'moves' | 'block'>
}

/**
 * Moves are not written again where they are the same: there may be many, and reads are frequent. A history that was
 * deleted and created again meanwhile stays due.
 */
export async function save(tx: Store, saved: Saved): Promise<void> {
  const { key, present, block, problem, waitMs } = saved
  const [moves, stored] = [toJson(saved.moves), toJson(saved.stored.moves)]
  await tx
    .updateTable('lp_histories')
    .set({
      ...(moves !== stored && { moves }),
      present: present === undefined ? null : toJson(present),
      block,
      problem,
      due_at: sql<Date>`now() + ${waitMs} * interval '1 millisecond'`,
    })
    .where('key', '=', key)
    .where('block', '=', saved.stored.block)
    .execute()
}

/** Deletes a history that nobody watches any longer. The row is locked first, so that a watch made meanwhile is seen. */
export async function removeUnwatched(tx: Store, key: string): Promise<void> {
  await tx.selectFrom('lp_histories').select('key').where('key', '=', key).forUpdate().execute()
  await sql`
    delete from lp_histories h
    where key = ${key} and not exists (select from lp_watches w where w.key = h.key)`.execute(tx)
}

export function toHistory(row: HistoryRow): History {
  const { key, block, problem } = row
  const name = { chainId: row.chain_id, protocol: row.protocol, tokenId: BigInt(row.token_id) }
  const present = row.present === null ? undefined : readPresent(row.present as InText<Present>)
  const moves = (row.moves as InText<Move>[]).map(readMove)
  return { key, name, place: row.place as Place, moves, present, block, problem }
}

/** Amounts do not fit into the numbers of JSON, so they are stored as text. */
type InText<Value> = {
  [Key in keyof Value]: Value[Key] extends bigint ? string : Value[Key] extends Amounts ? InText<Amounts> : Value[Key]
}

function toJson(value: unknown): string {
  return JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? String(item) : item))
}

function readMove(stored: InText<Move>): Move {
  return { ...stored, ...readAmounts(stored), liquidity: BigInt(stored.liquidity) }
}

function readPresent(stored: InText<Present>): Present {
  return {
    ...stored,
    liquidity: BigInt(stored.liquidity),
    sqrtRatioX96: BigInt(stored.sqrtRatioX96),
    holds: readAmounts(stored.holds),
    uncollected: readAmounts(stored.uncollected),
  }
}

function readAmounts({ amount0, amount1 }: InText<Amounts>): Amounts {
  return { amount0: BigInt(amount0), amount1: BigInt(amount1) }
}
