import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Execution } from './Delegation.ts'
import type { Targets } from './Grant.ts'
import { isSale, type Order, type TradeOrder } from './Order.ts'
import { exitCall, priceBounds, priceRead, type Read } from './orderExit.ts'

export const orderAbi = parseAbi([
  'function buy(address token, uint256 minTokensOut) payable',
  'function sell(address token, uint256 tokenAmount, uint256 minEthOut)',
  'function getBuyQuote(address token, uint256 ethIn) view returns (uint256 tokensOut, uint256 fee, uint256 ethUsed, uint256 refund)',
  'function getSellQuote(address token, uint256 tokenAmount) view returns (uint256 ethOut, uint256 fee)',
])
const abi = orderAbi

/** The one call that an order makes before it pays the tip. */
export function callOf(order: Order, { launchpad }: Targets): Execution {
  if (order.kind === 'exit') return exitCall(order)
  const { token, amount, outMin } = order
  if (isSale(order)) {
    const data = encodeFunctionData({ abi, functionName: 'sell', args: [token, amount, outMin] })
    return { to: launchpad, value: 0n, data }
  }
  return { to: launchpad, value: amount, data: encodeFunctionData({ abi, functionName: 'buy', args: [token, outMin] }) }
}

/** The read whose first word is the figure: exactly what a trade brings, or the price of a pool. */
export function figureRead(order: Order, targets: Targets): Read {
  if (order.kind === 'exit') return priceRead(order.position, targets)
  return { to: targets.launchpad, data: quoteQuery(order) }
}

function quoteQuery(order: TradeOrder): Hex {
  const args = [order.token, order.amount] as const
  return encodeFunctionData({ abi, functionName: isSale(order) ? 'getSellQuote' : 'getBuyQuote', args })
}

/** The least and the greatest figure at which the order executes. */
export function boundsOf(order: Order): { min: bigint; max: bigint } {
  return order.kind === 'exit' ? priceBounds(order.position) : { min: order.outMin, max: order.outMax }
}

export function isWithin(figure: bigint, order: Order): boolean {
  const { min, max } = boundsOf(order)
  return figure >= min && figure <= max
}

/** All calls of an execution: the trade or the withdrawal, then the tip. */
export function callsOf(order: Order, targets: Targets, executor: Address): Execution[] {
  return [callOf(order, targets), { to: executor, value: order.tip, data: '0x' }]
}
