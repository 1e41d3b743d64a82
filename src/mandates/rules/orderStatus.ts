import { zeroAddress } from 'viem'
import { type ExitOrder, isSale, type Order } from './Order.ts'
import { isWithin } from './orderTrade.ts'

/** The ways in which an order is over. */
export const ORDER_ENDS = ['executed', 'cancelled', 'expired'] as const
export type OrderEnd = (typeof ORDER_ENDS)[number]

export const ORDER_STATUSES = [
  'ready',
  'waiting',
  'unfunded',
  'closed',
  'undelegated',
  'paused',
  ...ORDER_ENDS,
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** The facts of an order on the chain, at one block. */
export type OrderFacts = {
  block: { number: bigint; timestamp: bigint }
  isRevoked: boolean
  isPaused: boolean
  isDelegated: boolean
  isExecuted: boolean
  /** The figure that the chain compares; undefined if the curve is closed. */
  figure: bigint | undefined
  /** The result of the trade, the square-root price of the pool, or the liquidity that fees pay for; undefined if there is none. */
  quote: bigint | undefined
  /** The owner's wei, and the units or the liquidity that are the owner's; for a compound, all of it if the position is. */
  eth: bigint
  tokens: bigint
}

/** Whether the chain would execute the order now, and if not, the first reason. */
export function orderStatus(facts: OrderFacts, order: Order): OrderStatus {
  return endOf(facts, order) ?? obstacleOf(facts, order) ?? (isMet(facts, order) ? 'ready' : 'waiting')
}

function endOf({ block, isExecuted, isRevoked }: OrderFacts, { until }: Order): OrderEnd | undefined {
  if (isExecuted) return 'executed'
  if (isRevoked) return 'cancelled'
  return block.timestamp >= until ? 'expired' : undefined
}

function obstacleOf(facts: OrderFacts, order: Order): OrderStatus | undefined {
  if (facts.quote === undefined || facts.figure === undefined) return 'closed'
  if (!facts.isDelegated) return 'undelegated'
  if (facts.isPaused) return 'paused'
  return isFunded(facts, order) ? undefined : 'unfunded'
}

/** The tip of a sale is paid out of its proceeds, and that of an exit if they are sure to be ETH. */
function isFunded({ eth, tokens }: OrderFacts, order: Order): boolean {
  if (order.kind === 'compound' || order.kind === 'rerange') return tokens >= order.amount && eth >= order.tip
  if (order.kind === 'exit') return tokens >= order.amount && (bringsTip(order) || eth >= order.tip)
  return isSale(order) ? tokens >= order.amount : eth >= order.amount + order.tip
}

function bringsTip({ position, outMin, tip }: ExitOrder): boolean {
  return position.side === 'below' && position.tokens?.[0] === zeroAddress && outMin >= tip
}

function isMet({ quote = 0n, figure = 0n }: OrderFacts, order: Order): boolean {
  return isWithin({ quote, figure }, order)
}

export function isEnd(status: OrderStatus): status is OrderEnd {
  return ORDER_ENDS.some((end) => end === status)
}
