import type { Hex } from 'viem'
import type { Amounts } from '#uniswap/Liquidity.ts'

/**
 * One change of a position, from the logs. A v3 position is emptied in two steps: a withdrawal books the amounts, and a
 * collection pays them together with fees. A change of a v4 position pays its fees at once.
 */
export type Move = Amounts & {
  kind: 'deposit' | 'withdrawal' | 'collection' | 'fees'
  block: number
  logIndex: number
  /** In seconds. */
  at: number
  transactionHash: Hex
  /** The change of the liquidity. */
  liquidity: bigint
}

/** A history that the node does not serve, or that does not add up; a later retry may succeed. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** The maximum of changes that are stored for one position, and read at once. */
const MOVES_MAX = 1_000

/** Throws if there are too many changes, before anything is read for each of them. */
export function requireFew(moves: { length: number }): void {
  if (moves.length > MOVES_MAX) throw new Unreadable(`The position was changed more than ${MOVES_MAX} times.`)
}

/** Identifies a position of a position manager on one chain. */
export type PositionName = { chainId: number; protocol: 'V3' | 'V4'; tokenId: bigint }

/** The blocks of a read, both included. */
export type Span = { from: number; to: number }

/** Changes, and the last block that they cover. */
export type Read = { moves: Move[]; to: number }
