import * as Curve from './Curve.ts'

/** Wei for a whole token and for the whole supply, rounded down. */
export type Price = { price: bigint; marketCap: bigint }

export function onCurve(realEth: bigint, sold: bigint): Price {
  const state = { realEth, sold }
  return { price: Curve.price(state), marketCap: Curve.marketCap(state) }
}

export function inPool(sqrtPriceX96: bigint): Price {
  return { price: Curve.poolPrice(sqrtPriceX96), marketCap: Curve.poolMarketCap(sqrtPriceX96) }
}
