import type { Amounts } from './Liquidity.ts'
import * as Tick from './Tick.ts'

const Q96 = 1n << 96n

/** One tick of a range around the price. */
export type OneTick = { readonly tickLower: number } | { readonly tickUpper: number }
type Ticks = { readonly tickLower: number; readonly tickUpper: number }

/** The range with this tick that takes both amounts whole at the price; undefined if no tick does that. */
export function ratioRange(sqrtRatioX96: bigint, amounts: Amounts, tick: OneTick): Ticks | undefined {
  if (amounts.amount0 === 0n || amounts.amount1 === 0n) return undefined
  return 'tickLower' in tick
    ? withUpper(sqrtRatioX96, amounts, tick.tickLower)
    : withLower(sqrtRatioX96, amounts, tick.tickUpper)
}

/** The liquidity that amount1 gives below the price must need amount0 above it: upper = L·P / (L − amount0·P). */
function withUpper(price: bigint, { amount0, amount1 }: Amounts, tickLower: number): Ticks | undefined {
  const below = price - Tick.toSqrtRatio(tickLower)
  if (below <= 0n) return undefined
  const liquidityX96 = (amount1 * Q96 * Q96) / below
  const left = liquidityX96 - amount0 * price
  if (left <= 0n) return undefined
  return atTicks(tickLower, tickAt((liquidityX96 * price) / left))
}

/** The same from above: lower = P − amount1 / L. */
function withLower(price: bigint, { amount0, amount1 }: Amounts, tickUpper: number): Ticks | undefined {
  const upper = Tick.toSqrtRatio(tickUpper)
  if (upper <= price) return undefined
  const liquidityX96 = (amount0 * upper * price) / (upper - price)
  if (liquidityX96 === 0n) return undefined
  return atTicks(tickAt(price - (amount1 * Q96 * Q96) / liquidityX96), tickUpper)
}

function tickAt(sqrtRatioX96: bigint): number | undefined {
  const isReached = sqrtRatioX96 >= Tick.toSqrtRatio(Tick.MIN) && sqrtRatioX96 < Tick.toSqrtRatio(Tick.MAX)
  return isReached ? Tick.fromSqrtRatio(sqrtRatioX96) : undefined
}

function atTicks(tickLower: number | undefined, tickUpper: number | undefined): Ticks | undefined {
  return tickLower === undefined || tickUpper === undefined ? undefined : { tickLower, tickUpper }
}
