import type { Address } from 'viem'
import * as Price from '#liquidity/math/Price.ts'
import * as Slippage from '#liquidity/math/Slippage.ts'
import * as Tick from '#liquidity/math/Tick.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import { describePrice } from './describe.ts'

/** Prices beyond which the amounts break their limits, so that the transaction reverts; an end that is missing is open. */
export type PriceGuard = {
  readonly quoted: Address
  readonly quote: Price.Quote
  /** As square roots, token1 per token0. */
  readonly aboveX96?: bigint | undefined
  readonly belowX96?: bigint | undefined
}

type Guarded = {
  readonly sqrtRatioX96: bigint
  readonly tickLower: number
  readonly tickUpper: number
  readonly slippage: bigint
  readonly quote?: Price.Quote | undefined
  readonly isDeposit: boolean
}

/**
 * The guard that limits computed at the tolerated prices are. Beyond the range amounts no longer change with the price,
 * so that an end outside it guards nothing; a deposit of one token alone cannot enter the range.
 */
export function priceGuardOf(
  { token0, token1 }: { readonly token0: Address; readonly token1: Address },
  { sqrtRatioX96, tickLower, tickUpper, slippage, quote = 'token1', isDeposit }: Guarded,
): PriceGuard {
  const [lowerX96, upperX96] = [Tick.toSqrtRatio(tickLower), Tick.toSqrtRatio(tickUpper)]
  const { below, above } = Slippage.interval(sqrtRatioX96, slippage)
  const quoted = quote === 'token1' ? token1 : token0
  if (isDeposit && sqrtRatioX96 <= lowerX96) return { quoted, quote, belowX96: lowerX96 }
  if (isDeposit && sqrtRatioX96 >= upperX96) return { quoted, quote, aboveX96: upperX96 }
  const isHeldBelow = below > lowerX96 && below < upperX96
  const isHeldAbove = above < upperX96 && above > lowerX96
  return { quoted, quote, aboveX96: isHeldBelow ? below : undefined, belowX96: isHeldAbove ? above : undefined }
}

/** As the answers write it: in the quoted token the ends may change places. */
export function toWire({ quoted, quote, aboveX96, belowX96 }: PriceGuard) {
  const [least, most] = quote === 'token1' ? [aboveX96, belowX96] : [belowX96, aboveX96]
  return {
    quotedTokenAddress: quoted,
    ...(least !== undefined && { atLeast: Price.fromSqrtRatio(least, quote) }),
    ...(most !== undefined && { atMost: Price.fromSqrtRatio(most, quote) }),
  }
}

/** The guard in words, or that there is none. */
export function describeGuard({ quote, aboveX96, belowX96 }: PriceGuard, pair: readonly [Token, Token]): string {
  const ends = quote === 'token1' ? [aboveX96, belowX96] : [belowX96, aboveX96]
  const [least, most] = ends.map((end) => (end === undefined ? undefined : describePrice(end, pair, quote)))
  if (least && most) return ` It reverts unless the price is from ${least} to ${most}.`
  if (least) return ` It reverts below a price of ${least}; above, only the amounts are held.`
  if (most) return ` It reverts above a price of ${most}; below, only the amounts are held.`
  return ' The price itself is not guarded: the range is too narrow for the tolerance, so only the amounts are held.'
}
