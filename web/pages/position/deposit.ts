import * as Liquidity from '#uniswap/Liquidity.ts'
import * as Tick from '#uniswap/Tick.ts'
import type { Market } from './Market.ts'
import type { Bounds } from './priceScale.ts'

export type Side = 'A' | 'B'
/** Which tokens a range needs: one or both. */
export type NeededTokens = { A: boolean; B: boolean }

export function opposite(side: Side): Side {
  return side === 'A' ? 'B' : 'A'
}

/** Which tokens a range takes at the price of the market. */
export function needsOf(market: Market, bounds: Bounds | undefined): NeededTokens {
  const { sqrtRatioX96, isAFirst } = market
  if (market.protocol === 'v2' || !bounds || sqrtRatioX96 === undefined) return { A: true, B: true }
  const needs0 = sqrtRatioX96 < Tick.toSqrtRatio(bounds.upper)
  const needs1 = sqrtRatioX96 > Tick.toSqrtRatio(bounds.lower)
  return isAFirst ? { A: needs0, B: needs1 } : { A: needs1, B: needs0 }
}

/** The amount of the other token that goes with this one, in smallest units; undefined without a price. */
export function otherAmount(
  market: Market,
  bounds: Bounds | undefined,
  given: { side: Side; amount: bigint },
): bigint | undefined {
  const is0 = (given.side === 'A') === market.isAFirst
  if (market.protocol === 'v2') return otherOfPair(market, is0, given.amount)
  if (!bounds || market.sqrtRatioX96 === undefined) return undefined
  const range = { lowerX96: Tick.toSqrtRatio(bounds.lower), upperX96: Tick.toSqrtRatio(bounds.upper) }
  const price = market.sqrtRatioX96
  const liquidity = is0
    ? Liquidity.forAmount0(price, range, given.amount)
    : Liquidity.forAmount1(price, range, given.amount)
  return is0 ? Liquidity.amount1Up(price, range, liquidity) : Liquidity.amount0Up(price, range, liquidity)
}

function otherOfPair({ pool }: Market, is0: boolean, amount: bigint): bigint | undefined {
  const { token0, token1 } = pool?.amounts ?? {}
  const [reserve0, reserve1] = [BigInt(token0?.amount ?? 0), BigInt(token1?.amount ?? 0)]
  if (reserve0 === 0n || reserve1 === 0n) return undefined
  return is0 ? (amount * reserve1) / reserve0 : (amount * reserve0) / reserve1
}

/** How the value divides between the tokens at the price now, in percent of B. */
export function shareOfB(market: Market, bounds: Bounds): number | undefined {
  const { sqrtRatioX96: price, isAFirst } = market
  if (price === undefined) return undefined
  const range = { lowerX96: Tick.toSqrtRatio(bounds.lower), upperX96: Tick.toSqrtRatio(bounds.upper) }
  const { amount0, amount1 } = Liquidity.amountsDown(price, range, 1n << 100n)
  const worth0 = Number(amount0) * (Number(price) / 2 ** 96) ** 2
  const share1 = Number(amount1) / (worth0 + Number(amount1))
  return Math.round((isAFirst ? share1 : 1 - share1) * 100)
}
