import * as Liquidity from '#liquidity/math/Liquidity.ts'

/** What the wallet brings: an amount of one token, and at most `cap` of the other where it says so. */
export type Offer = {
  readonly side: 'token0' | 'token1'
  readonly amount: bigint
  readonly cap?: bigint | undefined
}

/** The most liquidity the offer pays for at this price; 0 when the range has no place for the offered token. */
export function liquidityOf(offer: Offer, sqrtRatioX96: bigint, bounds: Liquidity.Bounds): bigint {
  const alone =
    offer.side === 'token0'
      ? Liquidity.forAmount0(sqrtRatioX96, bounds, offer.amount)
      : Liquidity.forAmount1(sqrtRatioX96, bounds, offer.amount)
  if (offer.cap === undefined || alone === 0n) return alone
  const amounts =
    offer.side === 'token0'
      ? { amount0: offer.amount, amount1: offer.cap }
      : { amount0: offer.cap, amount1: offer.amount }
  return Liquidity.forAmounts(sqrtRatioX96, bounds, amounts)
}
