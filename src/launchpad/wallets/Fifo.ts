import { max, min } from '#core/bigint.ts'

/** One change of a wallet's tokens. `at` is the time of a trade; transfers have none. */
export type Move = {
  kind: 'buy' | 'sell' | 'received' | 'sent'
  tokens: bigint
  /** Wei paid by a buy or received for a sale; zero for a transfer. */
  eth: bigint
  at: number | null
}

/** Tokens acquired by one move. `start` counts the tokens that the wallet acquired before it. */
export type Lot = { start: bigint; tokens: bigint; eth: bigint; isBought: boolean }

/** Sums over all moves of a wallet in one token. Only `realised` may be negative. */
export type Position = {
  /** Tokens bought or received, and those sold or sent. */
  acquired: bigint
  disposed: bigint
  bought: bigint
  boughtEth: bigint
  sold: bigint
  soldEth: bigint
  /** Bought tokens among those disposed of, and their cost. */
  usedBought: bigint
  usedCost: bigint
  /** Proceeds of bought tokens less their cost. */
  realised: bigint
  /** Proceeds of tokens that were received. Their cost is unknown, so they do not count as profit. */
  unpricedEth: bigint
  trades: number
  firstSoldAt: number | null
  tradedAt: number | null
}

export const EMPTY: Position = {
  acquired: 0n,
  disposed: 0n,
  bought: 0n,
  boughtEth: 0n,
  sold: 0n,
  soldEth: 0n,
  usedBought: 0n,
  usedCost: 0n,
  realised: 0n,
  unpricedEth: 0n,
  trades: 0,
  firstSoldAt: null,
  tradedAt: null,
}

/** `lots` are those not used up yet, oldest first; the move adds to them or uses them. */
export function apply(position: Position, lots: Lot[], move: Move): Position {
  const traded = move.at === null ? position : { ...position, trades: position.trades + 1, tradedAt: move.at }
  return move.kind === 'buy' || move.kind === 'received' ? acquire(traded, lots, move) : dispose(traded, lots, move)
}

function acquire(position: Position, lots: Lot[], { kind, tokens, eth }: Move): Position {
  const isBought = kind === 'buy'
  lots.push({ start: position.acquired, tokens, eth, isBought })
  const acquired = position.acquired + tokens
  if (!isBought) return { ...position, acquired }
  return { ...position, acquired, bought: position.bought + tokens, boughtEth: position.boughtEth + eth }
}

function dispose(position: Position, lots: Lot[], { kind, tokens, eth, at }: Move): Position {
  const disposed = position.disposed + tokens
  const used = take(lots, position.disposed, disposed)
  const usedBought = position.usedBought + used.bought
  const usedCost = position.usedCost + used.cost
  if (kind === 'sent') return { ...position, disposed, usedBought, usedCost }
  const counted = (eth * used.bought) / tokens
  return {
    ...position,
    disposed,
    usedBought,
    usedCost,
    sold: position.sold + tokens,
    soldEth: position.soldEth + eth,
    realised: position.realised + counted - used.cost,
    unpricedEth: position.unpricedEth + eth - counted,
    firstSoldAt: position.firstSoldAt ?? at,
  }
}

/** The bought tokens between two counts of disposed tokens, and their cost. Drops the lots that are used up. */
function take(lots: Lot[], from: bigint, to: bigint): { bought: bigint; cost: bigint } {
  const used = { bought: 0n, cost: 0n }
  for (let [lot] = lots; lot && lot.start < to; [lot] = lots) {
    const [first, last] = [max(from, lot.start) - lot.start, min(to, lot.start + lot.tokens) - lot.start]
    if (lot.isBought && last > first) {
      used.bought += last - first
      used.cost += costUntil(lot, last) - costUntil(lot, first)
    }
    if (last < lot.tokens) break
    lots.shift()
  }
  return used
}

/** The cost of the first tokens of a lot, rounded down, so that all parts add up to the whole. */
function costUntil({ eth, tokens }: Lot, count: bigint): bigint {
  return (eth * count) / tokens
}
