import type { Address } from 'viem'

export const ORDER_KINDS = ['limitBuy', 'takeProfit', 'stopLoss'] as const
export type OrderKind = (typeof ORDER_KINDS)[number]

/**
 * A trade on the curve that anybody may execute once, while its quote lies within bounds. `limitBuy` pays wei for tokens,
 * the others sell tokens for wei.
 */
export type Order = {
  kind: OrderKind
  owner: Address
  token: Address
  /** Wei that are paid, or units that are sold. */
  amount: bigint
  /** Units or wei that the trade brings at least. */
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

export function isSale({ kind }: Pick<Order, 'kind'>): boolean {
  return kind !== 'limitBuy'
}
