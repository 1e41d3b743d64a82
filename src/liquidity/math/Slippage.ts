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

/**
 * What a v3 mint or increase takes at least while the price stays within the tolerance. Its manager makes the most
 * liquidity of the desired amounts at whatever price it finds, `liquidity` at the one of the moment; away from that, more
 * of one token goes with less of the other, so that the ends tell.
 */
export function v3MintMinima(
  { sqrtRatioX96, bounds, liquidity }: Mint,
  desired: Liquidity.Amounts,
  slippage: bigint,
): Liquidity.Amounts {
  const ends = slippage === 0n ? [] : [priceBelow(sqrtRatioX96, slippage), priceAbove(sqrtRatioX96, slippage)]
  const taken = [
    Liquidity.amountsUp(sqrtRatioX96, bounds, liquidity),
    ...ends.map((price) => Liquidity.amountsUp(price, bounds, Liquidity.forAmountsPeriphery(price, bounds, desired))),
  ]
  return { amount0: least(taken.map(({ amount0 }) => amount0)), amount1: least(taken.map(({ amount1 }) => amount1)) }
}

/** The most liquidity that these maxima pay for at every price within the tolerance. */
export function v4MintLiquidity(
  { sqrtRatioX96, bounds }: Omit<Mint, 'liquidity'>,
  maxima: Liquidity.Amounts,
  slippage: bigint,
): bigint {
  const [below, above] = [priceBelow(sqrtRatioX96, slippage), priceAbove(sqrtRatioX96, slippage)]
  const by0 = below < bounds.upperX96 ? Liquidity.forAmount0(below, bounds, maxima.amount0) : undefined
  const by1 = above > bounds.lowerX96 ? Liquidity.forAmount1(above, bounds, maxima.amount1) : undefined
  return least([by0, by1].filter((liquidity) => liquidity !== undefined))
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

/** An amount and the tolerance, rounded down. */
export function more(amount: bigint, slippage: bigint): bigint {
  return (amount * (SCALE + slippage)) / SCALE
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

function least(values: readonly bigint[]): bigint {
  return values.reduce((a, b) => (a < b ? a : b))
}
