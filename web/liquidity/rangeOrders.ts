import * as Liquidity from '#uniswap/Liquidity.ts'
import type { Position } from '../api/liquidity.ts'
import { createKeptList } from '../keptList.ts'

/** A position that was placed as an order in this browser: the chain does not say which token was sold. */
export type RangeOrder = { chainId: number; protocol: string; tokenId: string; sells: Sold }
type Sold = 'token0' | 'token1'

const MAX = 200
export const rangeOrders = createKeptList<RangeOrder>('slipway.orders', 'object')

export function rememberOrder(order: RangeOrder): void {
  rangeOrders.change((kept) => [order, ...kept].slice(0, MAX))
}

/** The token that a position sells; undefined where it was not placed in this browser. */
export function soldBy(
  { chainId, protocol, tokenId }: Position,
  orders: readonly RangeOrder[] = rangeOrders.get(),
): Sold | undefined {
  const isIt = (order: RangeOrder) =>
    order.chainId === chainId && order.protocol === protocol && order.tokenId === tokenId
  return orders.find(isIt)?.sells
}

/** Whether a position is as narrow as its pool allows, as orders are. */
export function isOrderWide({ tickLower, tickUpper, tickSpacing, liquidity }: Position): boolean {
  if (tickLower === undefined || tickUpper === undefined || liquidity === '0') return false
  return tickUpper - tickLower === tickSpacing
}

/** How much of an order is filled, in tenths of a percent, rounded down. */
export function filledShare(position: Pick<Position, 'tickLower' | 'tickUpper' | 'liquidity' | 'amounts'>, sold: Sold) {
  const { tickLower = 0, tickUpper = 0, liquidity, amounts } = position
  const range = Liquidity.boundsOf({ tickLower, tickUpper })
  const start = sold === 'token0' ? range.lowerX96 : range.upperX96
  const { amount0, amount1 } = Liquidity.amountsDown(start, range, BigInt(liquidity))
  const [all, left] = [sold === 'token0' ? amount0 : amount1, BigInt(amounts[sold].amount)]
  return all === 0n || left >= all ? 0 : Number(((all - left) * 1_000n) / all)
}
