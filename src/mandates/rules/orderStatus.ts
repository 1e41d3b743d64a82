import { isSale, type Order } from './Order.ts'

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
  /** The result of the trade; undefined if the curve is closed. */
  quote: bigint | undefined
  /** The owner's wei and units. */
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
  if (facts.quote === undefined) return 'closed'
  if (!facts.isDelegated) return 'undelegated'
  if (facts.isPaused) return 'paused'
  return isFunded(facts, order) ? undefined : 'unfunded'
}

/** The tip of a sale is paid out of its proceeds. */
function isFunded({ eth, tokens }: OrderFacts, order: Order): boolean {
  return isSale(order) ? tokens >= order.amount : eth >= order.amount + order.tip
}

function isMet({ quote = 0n }: OrderFacts, { outMin, outMax }: Order): boolean {
  return quote >= outMin && quote <= outMax
}

export function isEnd(status: OrderStatus): status is OrderEnd {
  return ORDER_ENDS.some((end) => end === status)
}
