/** The prices between which a change of liquidity stays within its limits, derived from those limits. */

import { divideUp, max, min } from '#core/bigint.ts'
import type { Amounts, Bounds } from './Liquidity.ts'
import * as Liquidity from './Liquidity.ts'

const Q96 = 96n
const Q192 = 2 ** 192
/** More than the error of double arithmetic; computed ends are moved outwards by it. */
const MARGIN = 1e-13

/** Square-root prices beyond which the contract reverts; a missing end is open. */
export type PriceEnds = { readonly lowest?: bigint | undefined; readonly highest?: bigint | undefined }
type Change = { readonly bounds: Bounds; readonly liquidity: bigint }

/** Where a mint of this liquidity takes no more than these maxima: more token0 the lower the price, more token1 the higher. */
export function ofMaxima({ bounds, liquidity }: Change, maxima: Amounts): PriceEnds {
  const { lowerX96, upperX96 } = bounds
  if (liquidity === 0n) return {}
  const shifted = liquidity << Q96
  const lowest = divideUp(shifted * upperX96, maxima.amount0 * upperX96 + shifted)
  const highest = lowerX96 + (maxima.amount1 << Q96) / liquidity
  return {
    lowest: lowest > lowerX96 ? lowest : undefined,
    highest: highest < upperX96 ? highest : undefined,
  }
}

/** Where a burn of this liquidity pays at least these minima. */
export function ofMinima({ bounds, liquidity }: Change, minima: Amounts): PriceEnds {
  const { lowerX96, upperX96 } = bounds
  const { amount0, amount1 } = minima
  const shifted = liquidity << Q96
  return {
    lowest: amount1 === 0n ? undefined : lowerX96 + divideUp(amount1 << Q96, liquidity),
    highest: amount0 === 0n ? undefined : (shifted * upperX96) / (amount0 * upperX96 + shifted),
  }
}

/** The prices that satisfy both. */
export function narrower(one: PriceEnds, other: PriceEnds): PriceEnds {
  const lows = [one.lowest, other.lowest].filter((price) => price !== undefined)
  const highs = [one.highest, other.highest].filter((price) => price !== undefined)
  return {
    lowest: lows.length > 0 ? lows.reduce(max) : undefined,
    highest: highs.length > 0 ? highs.reduce(min) : undefined,
  }
}

/** The most of each token that a burn of this liquidity can pay at a price between these ends. */
export function mostPaid({ bounds, liquidity }: Change, { lowest, highest }: PriceEnds): Amounts {
  return {
    amount0: Liquidity.amount0Down(lowest ?? bounds.lowerX96, bounds, liquidity),
    amount1: Liquidity.amount1Down(highest ?? bounds.upperX96, bounds, liquidity),
  }
}

/**
 * Where a v3 mint of these desired amounts can still take these minima. The manager rounds on the way, so the ends are
 * computed for minima one unit smaller: beyond them it certainly reverts.
 */
export function ofDesired(bounds: Bounds, desired: Amounts, minima: Amounts): PriceEnds {
  return {
    lowest: minima.amount1 === 0n ? undefined : lowestTaking1(bounds, desired.amount0, minima.amount1 - 1n),
    highest: minima.amount0 === 0n ? undefined : highestTaking0(bounds, desired.amount1, minima.amount0 - 1n),
  }
}

// amount1 = desired0 · P · upper · (P − lower) / (upper − P) rises to `least` here, all square roots of prices.
function lowestTaking1({ lowerX96, upperX96 }: Bounds, desired0: bigint, least: bigint): bigint {
  if (desired0 === 0n) return upperX96
  if (least === 0n) return lowerX96
  const [a, part] = [Number(desired0) * Number(upperX96), Number(least) * Q192]
  const price = positiveRoot(a, part - a * Number(lowerX96), -part * Number(upperX96))
  return BigInt(Math.floor(price * (1 - MARGIN)))
}

// amount0 = desired1 · (upper − P) / (P · upper · (P − lower)) falls to `least` here.
function highestTaking0({ lowerX96, upperX96 }: Bounds, desired1: bigint, least: bigint): bigint {
  if (desired1 === 0n) return lowerX96
  if (least === 0n) return upperX96
  const [a, part] = [Number(least) * Number(upperX96), Number(desired1) * Q192]
  const price = positiveRoot(a, part - a * Number(lowerX96), -part * Number(upperX96))
  return BigInt(Math.ceil(price * (1 + MARGIN)))
}

// Of a·P² + b·P + c = 0 with a > 0 > c, in the form that does not cancel.
function positiveRoot(a: number, b: number, c: number): number {
  const root = Math.sqrt(b * b - 4 * a * c)
  return b > 0 ? (-2 * c) / (b + root) : (root - b) / (2 * a)
}
