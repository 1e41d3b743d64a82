import type { Amounts } from '#uniswap/Liquidity.ts'
import * as Slippage from '#uniswap/Slippage.ts'

/** Percent. A claim request has no tolerance field. */
const TOLERANCE = Slippage.fromPercent(0.5)

/** The minimum that a claim accepts of the expected amounts. */
export function lessTolerance({ amount0, amount1 }: Amounts): Amounts {
  return { amount0: Slippage.less(amount0, TOLERANCE), amount1: Slippage.less(amount1, TOLERANCE) }
}
