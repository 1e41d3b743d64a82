import * as Curve from './Curve.ts'

/** Wei per whole token, and for all tokens that are not burned; rounded down. */
export type Price = { price: bigint; marketCap: bigint }

export function onCurve({ realEth, sold }: Curve.State, burned = 0n): Price {
  const state = { realEth, sold }
  return { price: Curve.price(state), marketCap: unburned(Curve.marketCap(state), burned) }
}

export function inPool(sqrtPriceX96: bigint, burned = 0n): Price {
  return { price: Curve.poolPrice(sqrtPriceX96), marketCap: unburned(Curve.poolMarketCap(sqrtPriceX96), burned) }
}

function unburned(marketCap: bigint, burned: bigint): bigint {
  const { totalSupply } = Curve.cfg
  return burned === 0n ? marketCap : (marketCap * (totalSupply - burned)) / totalSupply
}
