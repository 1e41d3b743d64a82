import type { Address, Hex } from 'viem'
import type { PoolKey } from '#uniswap/PoolKey.ts'

/** Trades of launched tokens. */
export const TRADE_KINDS = ['limitBuy', 'takeProfit', 'stopLoss'] as const
export const ORDER_KINDS = [...TRADE_KINDS, 'exit', 'compound', 'rerange'] as const
export type OrderKind = (typeof ORDER_KINDS)[number]

type Terms = {
  owner: Address
  /** The launched token, or for an order on a position its manager. */
  token: Address
  /** The wei paid, the units sold, or the liquidity withdrawn or added. */
  amount: bigint
  /**
   * Units or wei that come in at least; for an exit, of the token that the price turns the position into; for a compound, the
   * liquidity; for a move, exactly what the position holds, which is the most that the new one takes.
   */
  outMin: bigint
  /** Wei that a stop-loss brings at most: above them its price is not reached. The greatest number for the other kinds. */
  outMax: bigint
  /** Wei that the owner pays the executor. */
  tip: bigint
  /** The first second at which the chain refuses. */
  until: bigint
  /** The owner's number in the nonce enforcer. */
  nonce: bigint
}

/**
 * A trade that anybody may execute once, while its result lies within bounds. `limitBuy` pays wei for tokens, the others
 * sell tokens for wei.
 */
export type TradeOrder = Terms & {
  kind: (typeof TRADE_KINDS)[number]
  /** The pool of a graduated token; absent on the curve. */
  pool?: Pool | undefined
}

export type Pool = {
  id: Hex
  /** The least square-root price of ETH in tokens at which the order executes: the trigger of a stop-loss, otherwise 1. */
  leastX96: bigint
}

/** Withdraws liquidity of one position to its owner while the pool's square-root price lies at or beyond one bound. */
export type ExitOrder = Terms & { kind: 'exit'; position: Position }

export type Position = {
  protocol: 'V3' | 'V4'
  tokenId: bigint
  /** The address of a v3 pool, or the id of a v4 pool. */
  pool: Hex
  /** The tokens, which calls of v4 name and calls of v3 do not. */
  tokens: readonly [Address, Address] | undefined
  /** `below`: while the price of token0 in token1 is at most the bound. `above`: while it is at least the bound. */
  side: 'below' | 'above'
  /** The bound as a square-root price in Q64.96, as the pool reports it. */
  boundX96: bigint
}

/** Adds liquidity to one v4 position out of its fees; the other fees go to the owner. */
export type CompoundOrder = Terms & { kind: 'compound'; compound: Compound }

export type Compound = {
  tokenId: bigint
  /** The id of the pool. */
  pool: Hex
  tokens: readonly [Address, Address]
  tickLower: number
  tickUpper: number
  /** The most of each token that becomes liquidity. They bound the price on both sides. */
  amount0Max: bigint
  amount1Max: bigint
}

/** Moves a v4 position, once the price has left its range, into another range of its pool. */
export type RerangeOrder = Terms & { kind: 'rerange'; rerange: Rerange }

export type Rerange = {
  tokenId: bigint
  /** The id of the pool, and the key that it is the hash of. */
  pool: Hex
  key: PoolKey
  /** The new range. */
  tickLower: number
  tickUpper: number
  /** The liquidity of the new position. */
  liquidity: bigint
  /** The side of both ranges that the price is on, and the square-root price of the outer end of both. */
  side: Position['side']
  boundX96: bigint
}

export type Order = TradeOrder | ExitOrder | CompoundOrder | RerangeOrder

/** The position that an order withdraws from. */
export function withdrawnOf(order: Order): Pick<Position, 'protocol' | 'tokenId'> | undefined {
  if (order.kind === 'exit') return order.position
  return order.kind === 'rerange' ? { protocol: 'V4', tokenId: order.rerange.tokenId } : undefined
}

export function isSale({ kind }: Pick<Order, 'kind'>): boolean {
  return kind === 'takeProfit' || kind === 'stopLoss'
}
