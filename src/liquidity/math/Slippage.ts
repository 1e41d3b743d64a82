/** Limits that hold a transaction to the price it was built at. A tolerance is a move of the price, not of an amount. */

import * as Liquidity from './Liquidity.ts'
import * as SqrtPrice from './SqrtPrice.ts'

/** A tolerance is a whole number of these parts; one percent is 10^8 of them. */
const SCALE = 10_000_000_000n

export type Mint = {
  readonly sqrtRatioX96: bigint
  readonly bounds: Liquidity.Bounds
  readonly liquidity: bigint
}

/** The tolerance of a percent number, to eight decimals. */
export function fromPercent(percent: number): bigint {
  return BigInt(Math.round(percent * 1e8))
}

/** The percent number of a tolerance. */
export function toPercent(slippage: bigint): number {
  return Number(slippage) / 1e8
}

/** What a v3 mint or increase must at least take: token0 at the upper price, token1 at the lower, rounded up. */
export function v3MintMinima({ sqrtRatioX96, bounds, liquidity }: Mint, slippage: bigint): Liquidity.Amounts {
  return {
    amount0: Liquidity.amount0Up(priceAbove(sqrtRatioX96, slippage), bounds, liquidity),
    amount1: Liquidity.amount1Up(priceBelow(sqrtRatioX96, slippage), bounds, liquidity),
  }
}

/** What a v4 mint or increase may at most take: token0 at the lower price, token1 at the upper, rounded up. */
export function v4MintMaxima({ sqrtRatioX96, bounds, liquidity }: Mint, slippage: bigint): Liquidity.Amounts {
  return {
    amount0: Liquidity.amount0Up(priceBelow(sqrtRatioX96, slippage), bounds, liquidity),
    amount1: Liquidity.amount1Up(priceAbove(sqrtRatioX96, slippage), bounds, liquidity),
  }
}

/** What a v3 or v4 burn must at least pay: token0 at the upper price, token1 at the lower, rounded down. */
export function burnMinima({ sqrtRatioX96, bounds, liquidity }: Mint, slippage: bigint): Liquidity.Amounts {
  return {
    amount0: Liquidity.amount0Down(priceAbove(sqrtRatioX96, slippage), bounds, liquidity),
    amount1: Liquidity.amount1Down(priceBelow(sqrtRatioX96, slippage), bounds, liquidity),
  }
}

/** The greatest tolerance up to `limit` whose v4 token0 maximum stays within `budget`, or nothing if none does. */
export function fitting(mint: Mint, budget: bigint, limit: bigint): bigint | undefined {
  const fits = (slippage: bigint) => v4MintMaxima(mint, slippage).amount0 <= budget
  if (fits(limit)) return limit
  if (!fits(0n)) return undefined
  let [low, high] = [0n, limit]
  while (high - low > 1n) {
    const middle = (low + high) >> 1n
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}

/** An amount less the tolerance, rounded down: the rule of v2, whose tolerance is on amounts. */
export function less(amount: bigint, slippage: bigint): bigint {
  return (amount * (SCALE - slippage)) / SCALE
}

function priceBelow(sqrtRatioX96: bigint, slippage: bigint): bigint {
  const moved = scaled(sqrtRatioX96, SCALE - slippage)
  return moved <= SqrtPrice.MIN ? SqrtPrice.MIN + 1n : moved
}

function priceAbove(sqrtRatioX96: bigint, slippage: bigint): bigint {
  const moved = scaled(sqrtRatioX96, SCALE + slippage)
  return moved >= SqrtPrice.MAX ? SqrtPrice.MAX - 1n : moved
}

// The root of the factor is remembered at 192 bits, so a move costs one product and an exact check instead of a root.
const factorRoots = new Map<bigint, bigint>()

function scaled(sqrtRatioX96: bigint, factor: bigint): bigint {
  const target = sqrtRatioX96 * sqrtRatioX96 * factor
  let moved = (sqrtRatioX96 * factorRoot(factor)) >> 192n
  while (moved * moved * SCALE > target) moved -= 1n
  while ((moved + 1n) * (moved + 1n) * SCALE <= target) moved += 1n
  return moved
}

function factorRoot(factor: bigint): bigint {
  const known = factorRoots.get(factor)
  if (known !== undefined) return known
  if (factorRoots.size >= 256) factorRoots.clear()
  const computed = SqrtPrice.root((factor << 384n) / SCALE)
  factorRoots.set(factor, computed)
  return computed
}
