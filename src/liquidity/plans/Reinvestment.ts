/** Liquidity that a position's own funds pay for: fees, or the whole payout of a burn. Pure. */

import { min } from '#core/bigint.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import * as PriceEnds from '#uniswap/PriceEnds.ts'
import * as Slippage from '#uniswap/Slippage.ts'

type PriceRange = { readonly sqrtRatioX96: bigint; readonly bounds: Liquidity.Bounds }

/** The funds that are available at a price, and the prices at which their amounts change slope. */
export type Funds = {
  readonly at: (sqrtRatioX96: bigint) => Liquidity.Amounts
  readonly bends: readonly bigint[]
}

export type Reinvestment = {
  readonly liquidity: bigint
  /** The tolerance used, which is smaller than the requested one if that would waste more than half. */
  readonly slippage: bigint
  /** The cost at the price that was read. */
  readonly amounts: Liquidity.Amounts
  /** The maximum cost, which is in the calldata. */
  readonly maxima: Liquidity.Amounts
  /** The funds left at the price that was read. */
  readonly rest: Liquidity.Amounts
  readonly priceEnds: PriceEnds.PriceEnds
}

/** Fees do not depend on the price. */
export function ofFees(fees: Liquidity.Amounts): Funds {
  return { at: () => fees, bends: [] }
}

/** The amounts that a position pays out if it is burned. */
export function ofBurn(bounds: Liquidity.Bounds, liquidity: bigint, fees: Liquidity.Amounts): Funds {
  const at = (sqrtRatioX96: bigint) => {
    const { amount0, amount1 } = Liquidity.amountsDown(sqrtRatioX96, bounds, liquidity)
    return { amount0: amount0 + fees.amount0, amount1: amount1 + fees.amount1 }
  }
  return { at, bends: [bounds.lowerX96, bounds.upperX96] }
}

/** The maximum liquidity that the funds pay for at every tolerated price. */
export function reinvest(range: PriceRange, funds: Funds, tolerance: bigint): Reinvestment {
  const now = liquidityAt(range, funds, range.sqrtRatioX96)
  const within = (slippage: bigint) => affordable(range, funds, slippage)
  const isEnough = (slippage: bigint) => within(slippage) * 2n >= now
  const slippage = isEnough(tolerance) ? tolerance : Slippage.greatest(tolerance, isEnough)
  const liquidity = within(slippage)
  const mint = { ...range, liquidity }
  const maxima = Slippage.v4MintMaxima(mint, slippage)
  const amounts = Liquidity.amountsUp(range.sqrtRatioX96, range.bounds, liquidity)
  const rest = less(funds.at(range.sqrtRatioX96), amounts)
  return { liquidity, slippage, amounts, maxima, rest, priceEnds: PriceEnds.ofMaxima(mint, maxima) }
}

// Between two such prices both funds and cost are monotone, so that the scarcest price is one of them or an end.
function affordable({ sqrtRatioX96, bounds }: PriceRange, funds: Funds, slippage: bigint): bigint {
  const { below, above } = Slippage.ends(sqrtRatioX96, slippage)
  const bends = [...funds.bends, bounds.lowerX96, bounds.upperX96].filter((price) => price > below && price < above)
  return [below, above, sqrtRatioX96, ...bends]
    .map((price) => liquidityAt({ sqrtRatioX96, bounds }, funds, price))
    .reduce(min)
}

function liquidityAt({ bounds }: PriceRange, funds: Funds, price: bigint): bigint {
  return Liquidity.forAmounts(price, bounds, funds.at(price))
}

function less(total: Liquidity.Amounts, part: Liquidity.Amounts): Liquidity.Amounts {
  return { amount0: total.amount0 - part.amount0, amount1: total.amount1 - part.amount1 }
}
