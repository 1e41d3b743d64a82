/** Limits that hold a transaction to the price it was built at. A tolerance is a move of the price, not of an amount. */

import { min } from '#core/bigint.ts'
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
 * liquidity of the desired amounts at whatever price it finds, and takes `now` at the one of the moment; away from that,
 * more of one token goes with less of the other, so that the ends tell.
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

/** What a v4 mint or increase may at most take: token0 at the lower price, token1 at the upper, rounded up. */
export function v4MintMaxima({ sqrtRatioX96, bounds, liquidity }: Mint, slippage: bigint): Liquidity.Amounts {
  const { below, above } = ends(sqrtRatioX96, slippage)
  return {
    amount0: Liquidity.amount0Up(below, bounds, liquidity),
    amount1: Liquidity.amount1Up(above, bounds, liquidity),
  }
}

/** What a v3 or v4 burn must at least pay: token0 at the upper price, token1 at the lower, rounded down. */
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

/** An amount and the tolerance, rounded down. */
export function more(amount: bigint, slippage: bigint): bigint {
  return (amount * (SCALE + slippage)) / SCALE
}

/** An amount less the tolerance, rounded down: the rule of v2, whose tolerance is on amounts. */
export function less(amount: bigint, slippage: bigint): bigint {
  return (amount * (SCALE - slippage)) / SCALE
}

let tolerated = { sqrtRatioX96: 0n, slippage: 0n, below: 0n, above: 0n }

// The prices at both ends of a tolerance. One plan asks for the same several times in a row.
function ends(sqrtRatioX96: bigint, slippage: bigint): { readonly below: bigint; readonly above: bigint } {
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

// The root of the factor is remembered at 192 bits, cut off: the product is less than one price short of the exact one,
// which matters only where that price would carry it over to the next whole number.
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
