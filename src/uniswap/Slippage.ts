/** Limits derived from a tolerated move of the price. */

import { min } from '#core/bigint.ts'
import * as Liquidity from './Liquidity.ts'
import * as SqrtPrice from './SqrtPrice.ts'

/** The scale of a tolerance: one percent is 10^8. */
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

export function toPercent(slippage: bigint): number {
  return Number(slippage) / 1e8
}

/**
 * The minima of a v3 mint or increase while the price stays within the tolerance. The manager mints the most liquidity
 * that the desired amounts allow at the price it finds, and takes `now` at the current one; as the price moves, one amount
 * rises and the other falls, so the extremes are at the ends of the tolerance.
 */
export function v3MintMinima(
  { sqrtRatioX96, bounds }: Omit<Mint, 'liquidity'>,
  { desired, now }: { readonly desired: Liquidity.Amounts; readonly now: Liquidity.Amounts },
  slippage: bigint,
): Liquidity.Amounts {
  if (slippage === 0n) return now
  const { below, above } = ends(sqrtRatioX96, slippage)
  const known = Liquidity.leastByPeriphery(above, bounds, { desired, known: now })
  return Liquidity.leastByPeriphery(below, bounds, { desired, known })
}

/** The most liquidity that these maxima pay for at every price within the tolerance. */
export function v4MintLiquidity(
  { sqrtRatioX96, bounds }: Omit<Mint, 'liquidity'>,
  maxima: Liquidity.Amounts,
  slippage: bigint,
): bigint {
  const { below, above } = ends(sqrtRatioX96, slippage)
  if (below >= bounds.upperX96) return Liquidity.forAmount1(above, bounds, maxima.amount1)
  const by0 = Liquidity.forAmount0(below, bounds, maxima.amount0)
  return above > bounds.lowerX96 ? min(by0, Liquidity.forAmount1(above, bounds, maxima.amount1)) : by0
}

/** The maxima of a v4 mint or increase: token0 at the lower price, token1 at the upper, rounded up. */
export function v4MintMaxima({ sqrtRatioX96, bounds, liquidity }: Mint, slippage: bigint): Liquidity.Amounts {
  const { below, above } = ends(sqrtRatioX96, slippage)
  return {
    amount0: Liquidity.amount0Up(below, bounds, liquidity),
    amount1: Liquidity.amount1Up(above, bounds, liquidity),
  }
}

/** The minima of a v3 or v4 burn: token0 at the upper price, token1 at the lower, rounded down. */
export function burnMinima({ sqrtRatioX96, bounds, liquidity }: Mint, slippage: bigint): Liquidity.Amounts {
  const { below, above } = ends(sqrtRatioX96, slippage)
  return {
    amount0: Liquidity.amount0Down(above, bounds, liquidity),
    amount1: Liquidity.amount1Down(below, bounds, liquidity),
  }
}

/** The greatest tolerance up to `limit` that passes the test, which every smaller one then passes too; 0 where none does. */
export function greatest(limit: bigint, passes: (slippage: bigint) => boolean): bigint {
  if (passes(limit)) return limit
  let [low, high] = [0n, limit]
  while (high - low > 1n) {
    const middle = (low + high) >> 1n
    if (passes(middle)) low = middle
    else high = middle
  }
  return low
}

/** An amount plus the tolerance, rounded down. */
export function more(amount: bigint, slippage: bigint): bigint {
  return (amount * (SCALE + slippage)) / SCALE
}

/** An amount less the tolerance, rounded down: the rule of v2, whose tolerance is on amounts. */
export function less(amount: bigint, slippage: bigint): bigint {
  return (amount * (SCALE - slippage)) / SCALE
}

let tolerated = { sqrtRatioX96: 0n, slippage: 0n, below: 0n, above: 0n }

/** The prices at both ends of a tolerance, cached because one plan needs the same ends several times in a row. */
export function ends(sqrtRatioX96: bigint, slippage: bigint): { readonly below: bigint; readonly above: bigint } {
  if (tolerated.sqrtRatioX96 === sqrtRatioX96 && tolerated.slippage === slippage) return tolerated
  const below = scaled(sqrtRatioX96, SCALE - slippage)
  const above = scaled(sqrtRatioX96, SCALE + slippage)
  tolerated = {
    sqrtRatioX96,
    slippage,
    below: below <= SqrtPrice.MIN ? SqrtPrice.MIN + 1n : below,
    above: above >= SqrtPrice.MAX ? SqrtPrice.MAX - 1n : above,
  }
  return tolerated
}

const factorRoots = new Map<bigint, bigint>()

// The cached root of the factor is truncated to 192 bits, so the product is at most one price too small; the comparison
// corrects the result where that changes the integer part.
function scaled(sqrtRatioX96: bigint, factor: bigint): bigint {
  const product = sqrtRatioX96 * factorRoot(factor)
  const moved = product >> 192n
  if ((product + sqrtRatioX96) >> 192n === moved) return moved
  const isNext = (moved + 1n) * (moved + 1n) * SCALE <= sqrtRatioX96 * sqrtRatioX96 * factor
  return isNext ? moved + 1n : moved
}

function factorRoot(factor: bigint): bigint {
  const known = factorRoots.get(factor)
  if (known !== undefined) return known
  if (factorRoots.size >= 256) factorRoots.clear()
  const computed = SqrtPrice.root((factor << 384n) / SCALE)
  factorRoots.set(factor, computed)
  return computed
}
