import type { Address } from 'viem'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import * as Price from '#uniswap/Price.ts'
import type { PriceEnds } from '#uniswap/PriceEnds.ts'
import { describePrice } from './describe.ts'

/** The prices beyond which the transaction reverts because an amount breaks its limit; a missing end is open. */
export type PriceGuard = PriceEnds & { readonly quoted: Address; readonly quote: Price.Quote }

/** The price guard that the limits amount to, with prices in the quoted token. */
export function priceGuardOf(
  { token0, token1 }: { readonly token0: Address; readonly token1: Address },
  { lowest, highest }: PriceEnds,
  quote: Price.Quote = 'token1',
): PriceGuard {
  return { quoted: quote === 'token1' ? token1 : token0, quote, lowest, highest }
}

/** The wire format: in the quoted token the ends may swap, and each is rounded outwards. */
export function toWire({ quoted, quote, lowest, highest }: PriceGuard) {
  const [least, most] = quote === 'token1' ? [lowest, highest] : [highest, lowest]
  return {
    quotedTokenAddress: quoted,
    ...(least !== undefined && { atLeast: Price.fromSqrtRatio(least, quote) }),
    ...(most !== undefined && { atMost: Price.aboveSqrtRatio(most, quote) }),
  }
}

export function describeGuard({ quote, lowest, highest }: PriceGuard, pair: readonly [Token, Token]): string {
  const ends = quote === 'token1' ? [lowest, highest] : [highest, lowest]
  const [least, most] = ends.map((end) => (end === undefined ? undefined : describePrice(end, pair, quote)))
  if (least && most) return ` It reverts unless the price is from ${least} to ${most}.`
  if (least) return ` It reverts below a price of ${least}; above, only the amounts are guarded.`
  if (most) return ` It reverts above a price of ${most}; below, only the amounts are guarded.`
  return ' The price itself is not guarded: range or amounts are too small for the tolerance, so only the amounts are guarded.'
}
