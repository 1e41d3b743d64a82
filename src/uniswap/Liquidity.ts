/** Liquidity and the token amounts behind it, rounded as the core and periphery contracts round them. */

import { divideUp, MAX_UINT128, max, min } from '#core/bigint.ts'
import * as Tick from './Tick.ts'

const Q96 = 96n
/** Added before a shift by 96 bits, it rounds up. */
const ALMOST_ONE = (1n << Q96) - 1n

/** A price range by the square-root prices of its two ticks. */
export type Bounds = { readonly lowerX96: bigint; readonly upperX96: bigint }
export type Minted = Amounts & { readonly liquidity: bigint }
export type Amounts = { readonly amount0: bigint; readonly amount1: bigint }

/** The range between two ticks. */
export function boundsOf({ tickLower, tickUpper }: { readonly tickLower: number; readonly tickUpper: number }): Bounds {
  return { lowerX96: Tick.toSqrtRatio(tickLower), upperX96: Tick.toSqrtRatio(tickUpper) }
}

/** The maximum liquidity that both amounts pay for, at full precision. */
export function forAmounts(sqrtRatioX96: bigint, bounds: Bounds, amounts: Amounts): bigint {
  if (sqrtRatioX96 <= bounds.lowerX96) return of0(bounds.lowerX96, bounds.upperX96, amounts.amount0)
  if (sqrtRatioX96 >= bounds.upperX96) return of1(bounds.lowerX96, bounds.upperX96, amounts.amount1)
  return min(of0(sqrtRatioX96, bounds.upperX96, amounts.amount0), of1(bounds.lowerX96, sqrtRatioX96, amounts.amount1))
}

/** The amounts that the v3 position manager takes of the desired ones at this price, and the liquidity it mints. */
export function mintedByPeriphery(sqrtRatioX96: bigint, bounds: Bounds, desired: Amounts): Minted {
  if (!isInside(sqrtRatioX96, bounds)) return mintedOutside(sqrtRatioX96, bounds, desired)
  const { liquidity, above, below, product } = madeInside(sqrtRatioX96, bounds, desired)
  return {
    liquidity,
    amount0: divideUp((liquidity << Q96) * above, product),
    amount1: (liquidity * below + ALMOST_ONE) >> Q96,
  }
}

/** Per token, min(amount the manager would take, `known`); skips the division when `known` is smaller. */
export function leastByPeriphery(
  sqrtRatioX96: bigint,
  bounds: Bounds,
  { desired, known }: { readonly desired: Amounts; readonly known: Amounts },
): Amounts {
  if (!isInside(sqrtRatioX96, bounds)) {
    const { amount0, amount1 } = mintedOutside(sqrtRatioX96, bounds, desired)
    return { amount0: min(amount0, known.amount0), amount1: min(amount1, known.amount1) }
  }
  const { liquidity, above, below, product } = madeInside(sqrtRatioX96, bounds, desired)
  const cost = (liquidity << Q96) * above
  const isLess = cost <= (known.amount0 - 1n) * product
  return {
    amount0: isLess ? divideUp(cost, product) : known.amount0,
    amount1: min((liquidity * below + ALMOST_ONE) >> Q96, known.amount1),
  }
}

function isInside(sqrtRatioX96: bigint, { lowerX96, upperX96 }: Bounds): boolean {
  return sqrtRatioX96 > lowerX96 && sqrtRatioX96 < upperX96
}

function madeInside(sqrtRatioX96: bigint, { lowerX96, upperX96 }: Bounds, desired: Amounts) {
  const above = upperX96 - sqrtRatioX96
  const below = sqrtRatioX96 - lowerX96
  const product = sqrtRatioX96 * upperX96
  const have0 = desired.amount0 * (product >> Q96)
  const have1 = desired.amount1 << Q96
  // Comparing cross products finds the smaller quotient, so only that division is done.
  const liquidity = have0 * below <= have1 * above ? have0 / above : have1 / below
  return { liquidity, above, below, product }
}

function mintedOutside(sqrtRatioX96: bigint, bounds: Bounds, desired: Amounts): Minted {
  const { lowerX96, upperX96 } = bounds
  const liquidity =
    sqrtRatioX96 <= lowerX96
      ? (desired.amount0 * ((lowerX96 * upperX96) >> Q96)) / (upperX96 - lowerX96)
      : of1(lowerX96, upperX96, desired.amount1)
  return { liquidity, ...amountsUp(sqrtRatioX96, bounds, liquidity) }
}

/** The liquidity of a token0 amount with token1 unlimited; 0 where the range holds no token0. */
export function forAmount0(sqrtRatioX96: bigint, bounds: Bounds, amount0: bigint): bigint {
  if (sqrtRatioX96 >= bounds.upperX96) return 0n
  return of0(max(sqrtRatioX96, bounds.lowerX96), bounds.upperX96, amount0)
}

/** The liquidity of a token1 amount with token0 unlimited; 0 where the range holds no token1. */
export function forAmount1(sqrtRatioX96: bigint, bounds: Bounds, amount1: bigint): bigint {
  if (sqrtRatioX96 <= bounds.lowerX96) return 0n
  return of1(bounds.lowerX96, min(sqrtRatioX96, bounds.upperX96), amount1)
}

/** The amounts that minting this liquidity costs, rounded up in the pool's favour. */
export function amountsUp(sqrtRatioX96: bigint, bounds: Bounds, liquidity: bigint): Amounts {
  return { amount0: amount0Up(sqrtRatioX96, bounds, liquidity), amount1: amount1Up(sqrtRatioX96, bounds, liquidity) }
}

/** The amounts that burning this liquidity pays, rounded down in the pool's favour. */
export function amountsDown(sqrtRatioX96: bigint, bounds: Bounds, liquidity: bigint): Amounts {
  return {
    amount0: amount0Down(sqrtRatioX96, bounds, liquidity),
    amount1: amount1Down(sqrtRatioX96, bounds, liquidity),
  }
}

/** The token0 side alone of `amountsUp`. */
export function amount0Up(sqrtRatioX96: bigint, { lowerX96, upperX96 }: Bounds, liquidity: bigint): bigint {
  if (sqrtRatioX96 >= upperX96) return 0n
  const from = max(sqrtRatioX96, lowerX96)
  return divideUp((liquidity << Q96) * (upperX96 - from), from * upperX96)
}

/** The token1 side alone of `amountsUp`. */
export function amount1Up(sqrtRatioX96: bigint, { lowerX96, upperX96 }: Bounds, liquidity: bigint): bigint {
  if (sqrtRatioX96 <= lowerX96) return 0n
  return (liquidity * (min(sqrtRatioX96, upperX96) - lowerX96) + ALMOST_ONE) >> Q96
}

/** The token0 side alone of `amountsDown`. */
export function amount0Down(sqrtRatioX96: bigint, { lowerX96, upperX96 }: Bounds, liquidity: bigint): bigint {
  if (sqrtRatioX96 >= upperX96) return 0n
  const from = max(sqrtRatioX96, lowerX96)
  return ((liquidity << Q96) * (upperX96 - from)) / (from * upperX96)
}

/** The token1 side alone of `amountsDown`. */
export function amount1Down(sqrtRatioX96: bigint, { lowerX96, upperX96 }: Bounds, liquidity: bigint): bigint {
  if (sqrtRatioX96 <= lowerX96) return 0n
  return (liquidity * (min(sqrtRatioX96, upperX96) - lowerX96)) >> Q96
}

/** The maximum liquidity that may reference one tick of a pool. */
export function maxPerTick(protocol: 'V3' | 'V4', spacing: number): bigint {
  const side = Math.floor(887272 / spacing)
  // v4 counts the lower side rounded away from zero, v3 towards it.
  const lower = protocol === 'V4' ? Math.ceil(887272 / spacing) : side
  return MAX_UINT128 / BigInt(lower + side + 1)
}

function of0(lowerX96: bigint, upperX96: bigint, amount0: bigint): bigint {
  return (amount0 * lowerX96 * upperX96) / ((upperX96 - lowerX96) << Q96)
}

function of1(lowerX96: bigint, upperX96: bigint, amount1: bigint): bigint {
  return (amount1 << Q96) / (upperX96 - lowerX96)
}
