import { max } from '#core/bigint.ts'
import type { Move } from './Fifo.ts'

export type TradeRow = {
  position: number
  tokenId: number
  trader: string
  isBuy: boolean
  eth: bigint
  tokens: bigint
  at: number
}
export type TransferRow = {
  position: number
  tokenId: number
  from: string
  to: string
  amount: bigint
  at: number
}

/** The moves of one wallet in one token within one block. */
export type BlockMoves = {
  block: number
  /** The time of the block. */
  at: number
  wallet: string
  tokenId: number
  trades: Move[]
  /** Tokens that its transfers brought more than its trades explain; negative if they took more. */
  moved: bigint
}

type Logged = { position: number; tokenId: number; at: number }
type Rows = { trades: readonly TradeRow[]; transfers: readonly TransferRow[] }
type Options = {
  blockOf: (position: number) => number
  /** Whether the account is a person's, not the launchpad's, the pool's, the lock's or the burn address. */
  isWallet: (account: string, tokenId: number) => boolean
}

/** The moves of a range of blocks, in the order of blocks. Rows are in the order of their positions. */
export function ofRange({ trades, transfers }: Rows, { blockOf, isWallet }: Options): BlockMoves[] {
  const found = new Map<string, BlockMoves>()
  const of = ({ position, tokenId, at }: Logged, wallet: string): BlockMoves | undefined => {
    if (!isWallet(wallet, tokenId)) return undefined
    const block = blockOf(position)
    const key = `${block} ${tokenId} ${wallet}`
    const known = found.get(key) ?? { block, at, wallet, tokenId, trades: [], moved: 0n }
    found.set(key, known)
    return known
  }
  const move = (row: TransferRow, wallet: string, amount: bigint) => {
    const moves = of(row, wallet)
    if (moves) moves.moved += amount
  }
  for (const row of transfers) {
    move(row, row.from, -row.amount)
    move(row, row.to, row.amount)
  }
  for (const row of trades) {
    const { trader, isBuy, eth, tokens, at } = row
    const moves = tokens === 0n ? undefined : of(row, trader)
    if (!moves) continue
    moves.trades.push({ kind: isBuy ? 'buy' : 'sell', tokens, eth, at })
    moves.moved -= isBuy ? tokens : -tokens
  }
  const changed = found.values().filter(({ trades: own, moved }) => own.length > 0 || moved !== 0n)
  return [...changed].sort((a, b) => a.block - b.block)
}

/**
 * The moves of a block in their order: received tokens come before its trades and sent tokens after them. A sale of
 * more than the wallet holds is a sale of tokens lent within the block: they are received before the sale and sent at
 * the end.
 */
export function* inOrder({ trades, moved }: BlockMoves, held: bigint): Generator<Move> {
  let balance = held + max(moved, 0n)
  let owed = max(-moved, 0n)
  if (moved > 0n) yield transfer('received', moved)
  for (const trade of trades) {
    const change = trade.kind === 'buy' ? trade.tokens : -trade.tokens
    const lent = max(-(balance + change), 0n)
    if (lent > 0n) yield transfer('received', lent)
    yield trade
    owed += lent
    balance += lent + change
  }
  if (owed > 0n) yield transfer('sent', owed)
}

function transfer(kind: 'received' | 'sent', tokens: bigint): Move {
  return { kind, tokens, eth: 0n, at: null }
}
