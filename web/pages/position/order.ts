import * as Liquidity from '#uniswap/Liquidity.ts'
import * as Tick from '#uniswap/Tick.ts'
import { needsOf, opposite, type Side } from './deposit.ts'
import { type Market, tickOf } from './Market.ts'
import type { Bounds } from './priceScale.ts'

/** The range of an order: one spacing wide, beyond the price on the side on which the sold token gets dearer. */
export function orderBounds(market: Market, sells: Side, target: number): Bounds {
  const { tickSpacing: spacing } = market
  const edge = Math.floor(tickOf(market) / spacing) * spacing
  const near = Tick.snap(target, spacing)
  if (isToken0(market, sells)) {
    const lower = Math.min(Math.max(near, edge + spacing), Tick.highest(spacing) - spacing)
    return { lower, upper: lower + spacing }
  }
  const upper = Math.max(Math.min(near, edge), Tick.lowest(spacing) + spacing)
  return { lower: upper - spacing, upper }
}

/** The end of the range that the price reaches first. */
export function nearEnd(market: Market, sells: Side, { lower, upper }: Bounds): number {
  return isToken0(market, sells) ? lower : upper
}

/** Whether the range still waits for the price: it takes the sold token alone. */
export function isWaiting(market: Market, sells: Side, bounds: Bounds): boolean {
  const needs = needsOf(market, bounds)
  return bounds.upper - bounds.lower === market.tickSpacing && needs[sells] && !needs[opposite(sells)]
}

/** The amount of the other token once the price has crossed the range, without fees. */
export function filledAmount(market: Market, sells: Side, { bounds, amount }: { bounds: Bounds; amount: bigint }) {
  const range = Liquidity.boundsOf({ tickLower: bounds.lower, tickUpper: bounds.upper })
  if (isToken0(market, sells)) {
    const liquidity = Liquidity.forAmount0(range.lowerX96, range, amount)
    return Liquidity.amountsDown(range.upperX96, range, liquidity).amount1
  }
  const liquidity = Liquidity.forAmount1(range.upperX96, range, amount)
  return Liquidity.amountsDown(range.lowerX96, range, liquidity).amount0
}

export function isToken0({ isAFirst }: Market, side: Side): boolean {
  return (side === 'A') === isAFirst
}
