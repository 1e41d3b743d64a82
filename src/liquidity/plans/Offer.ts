import { invalidField } from '#core/ApiError.ts'
import { MAX_UINT128 } from '#core/bigint.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'

/** The offer of a wallet: an amount of one token, and optionally a cap on the other. */
export type Offer = {
  readonly side: 'token0' | 'token1'
  readonly amount: bigint
  readonly cap?: bigint | undefined
  /** Whether no tolerance may be added to the amount either. */
  readonly isCapped?: boolean
}

/**
 * The most liquidity the offer pays for at this price; 0 when the range cannot hold the offered token.
 * Refuses an offer beyond what any pool can hold.
 */
export function liquidityOf(offer: Offer, sqrtRatioX96: bigint, bounds: Liquidity.Bounds): bigint {
  const liquidity = unbounded(offer, sqrtRatioX96, bounds)
  if (liquidity <= MAX_UINT128) return liquidity
  throw invalidField('independentToken.amount', `${offer.amount} is more than a pool can hold in this range. Send less`)
}

function unbounded(offer: Offer, sqrtRatioX96: bigint, bounds: Liquidity.Bounds): bigint {
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
