import type { Transaction } from 'kysely'
import * as PostgresError from '#database/PostgresError.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import type { BlockMoves } from './Moves.ts'
import { keyOf } from './positionRows.ts'

type Db = Transaction<Tables>

/** A wallet in a token whose moves contradict each other; it is left out from `block` on. */
export type Holding = { wallet: string; tokenId: number; block: number; reason: string }

/** A wallet that sent more tokens than it ever received. */
export class Overspent extends Error {
  override name = 'Overspent'
}

/** Whether the moves themselves are the cause, and not the server: trying again would fail again. */
export function isContradiction(error: unknown): boolean {
  return error instanceof Overspent || error instanceof RangeError || PostgresError.isBadData(error)
}

export async function insert(tx: Db, own: readonly BlockMoves[], error: unknown): Promise<Holding> {
  const [{ wallet, tokenId, block } = { wallet: '', tokenId: 0, block: 0 }] = own
  const reason = error instanceof Error ? error.message : String(error)
  await tx.insertInto('launch_wallets_aside').values({ wallet, token_id: tokenId, block, reason }).execute()
  return { wallet, tokenId, block, reason }
}

/** The moves of holdings that are not set aside. */
export async function leaveOut(tx: Db, moves: readonly BlockMoves[]): Promise<readonly BlockMoves[]> {
  const rows = await tx.selectFrom('launch_wallets_aside').select(['wallet', 'token_id']).execute()
  if (rows.length === 0) return moves
  const aside = new Set(rows.map(({ wallet, token_id: tokenId }) => keyOf({ wallet, tokenId })))
  return moves.filter((item) => !aside.has(keyOf(item)))
}

/** A rewind removed the contradiction from the tables, so its moves are tried again. */
export async function dropFrom(tx: Db, block: number): Promise<void> {
  await tx.deleteFrom('launch_wallets_aside').where('block', '>=', block).execute()
}
