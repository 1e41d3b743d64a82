import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Execution } from './Delegation.ts'
import { isSale, type Order } from './Order.ts'

export const orderAbi = parseAbi([
  'function buy(address token, uint256 minTokensOut) payable',
  'function sell(address token, uint256 tokenAmount, uint256 minEthOut)',
  'function getBuyQuote(address token, uint256 ethIn) view returns (uint256 tokensOut, uint256 fee, uint256 ethUsed, uint256 refund)',
  'function getSellQuote(address token, uint256 tokenAmount) view returns (uint256 ethOut, uint256 fee)',
])
const abi = orderAbi

/** The one call that an order makes before it pays the tip. */
export function tradeOf(order: Order, launchpad: Address): Execution {
  const { token, amount, outMin } = order
  if (isSale(order)) {
    const data = encodeFunctionData({ abi, functionName: 'sell', args: [token, amount, outMin] })
    return { to: launchpad, value: 0n, data }
  }
  return { to: launchpad, value: amount, data: encodeFunctionData({ abi, functionName: 'buy', args: [token, outMin] }) }
}

/** The read whose first word is exactly what the trade brings. */
export function queryOf(order: Order): Hex {
  const args = [order.token, order.amount] as const
  const functionName = isSale(order) ? 'getSellQuote' : 'getBuyQuote'
  return encodeFunctionData({ abi, functionName, args })
}

/** All calls of an execution: the trade, then the tip. */
export function callsOf(order: Order, launchpad: Address, executor: Address): Execution[] {
  return [tradeOf(order, launchpad), { to: executor, value: order.tip, data: '0x' }]
}
