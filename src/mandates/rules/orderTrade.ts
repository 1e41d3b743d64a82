import { type Address, encodeFunctionData, type Hex, maxUint256, parseAbi } from 'viem'
import type { Execution } from './Delegation.ts'
import type { Targets } from './Grant.ts'
import { isSale, type Order, type TradeOrder, withdrawnOf } from './Order.ts'
import { ANY_FIGURE, compoundCall, growthRead } from './orderCompound.ts'
import { exitCall, priceBounds, priceRead, type Read } from './orderExit.ts'
import { rerangeCall } from './orderRerange.ts'
import { poolCalls, poolPriceRead, poolQuoteRead } from './poolTrade.ts'

export const orderAbi = parseAbi([
  'function buy(address token, uint256 minTokensOut) payable',
  'function sell(address token, uint256 tokenAmount, uint256 minEthOut)',
  'function getBuyQuote(address token, uint256 ethIn) view returns (uint256 tokensOut, uint256 fee, uint256 ethUsed, uint256 refund)',
  'function getSellQuote(address token, uint256 tokenAmount) view returns (uint256 ethOut, uint256 fee)',
])
const abi = orderAbi

/** The calls that an order makes before it pays the tip. */
export function deedsOf(order: Order, targets: Targets): Execution[] {
  if (order.kind === 'exit') return [exitCall(order)]
  if (order.kind === 'compound') return [compoundCall(order)]
  if (order.kind === 'rerange') return [rerangeCall(order)]
  return order.pool ? poolCalls(order, targets) : [curveCall(order, targets)]
}

function curveCall(order: TradeOrder, { launchpad }: Targets): Execution {
  const { token, amount, outMin } = order
  if (isSale(order)) {
    const data = encodeFunctionData({ abi, functionName: 'sell', args: [token, amount, outMin] })
    return { to: launchpad, value: 0n, data }
  }
  return { to: launchpad, value: amount, data: encodeFunctionData({ abi, functionName: 'buy', args: [token, outMin] }) }
}

/** The read whose first word the chain compares: exactly what a trade on the curve brings, or the price of a pool. */
export function figureRead(order: Order, targets: Targets): Read {
  if (order.kind === 'exit') return priceRead(order.position, targets)
  if (order.kind === 'compound') return growthRead(order, targets)
  if (order.kind === 'rerange') return priceRead({ protocol: 'V4', pool: order.rerange.pool }, targets)
  return order.pool ? poolPriceRead(order.pool, targets) : { to: targets.launchpad, data: quoteQuery(order) }
}

/** The read for the quote that people see: the result of a trade on the curve, or the price of the pool of a position. */
export function quoteRead(order: Order, targets: Targets): Read {
  if (order.kind === 'compound') return priceRead({ protocol: 'V4', pool: order.compound.pool }, targets)
  return figureRead(order, targets)
}

/** The read for the quote of a trade in a pool, which can cost any amount of gas; none for other orders. */
export function costlyQuoteRead(order: Order, targets: Targets): Read[] {
  return 'pool' in order && order.pool ? [poolQuoteRead(order, targets)] : []
}

function quoteQuery(order: TradeOrder): Hex {
  const args = [order.token, order.amount] as const
  return encodeFunctionData({ abi, functionName: isSale(order) ? 'getSellQuote' : 'getBuyQuote', args })
}

/** The least and the greatest figure at which the order executes. */
export function boundsOf(order: Order): { min: bigint; max: bigint } {
  if (order.kind === 'exit') return priceBounds(order.position)
  if (order.kind === 'compound') return ANY_FIGURE
  if (order.kind === 'rerange') return priceBounds(order.rerange)
  return order.pool ? { min: order.pool.leastX96, max: maxUint256 } : { min: order.outMin, max: order.outMax }
}

/** Whether the chain would execute the order at this figure and quote. In a pool the swap itself refuses to bring less. */
export function isWithin({ figure, quote }: { figure: bigint; quote: bigint }, order: Order): boolean {
  const { min, max } = boundsOf(order)
  const isEnough = withdrawnOf(order) !== undefined || quote >= order.outMin
  return figure >= min && figure <= max && isEnough
}

/** All calls of an execution: the trade or the withdrawal, then the tip. */
export function callsOf(order: Order, targets: Targets, executor: Address): Execution[] {
  return [...deedsOf(order, targets), { to: executor, value: order.tip, data: '0x' }]
}
