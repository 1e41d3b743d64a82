import { parseUnits } from 'viem'
import * as Liquidity from '#uniswap/Liquidity.ts'
import * as SqrtPrice from '#uniswap/SqrtPrice.ts'
import type { Position } from './Order.ts'

const DECIMALS = 40

type Bound = Pick<Position, 'side' | 'boundX96'>
type Range = { liquidity: bigint; tickLower: number; tickUpper: number }

/** The square-root price of a decimal price of token0 in token1, rounded so that the bound holds for the price itself. */
export function boundAt(side: Position['side'], price: string): Bound {
  const [numerator, denominator] = [parseUnits(price, DECIMALS), 10n ** BigInt(DECIMALS)]
  const below = SqrtPrice.fromRatio(numerator, denominator)
  const isExact = below * below * denominator === numerator << 192n
  return { side, boundX96: side === 'below' || isExact ? below : below + 1n }
}

/**
 * The least of the token that the price turns the position into: beyond the bound there is only more of it.
 * Zero if the bound is beyond the other end of the range.
 */
export function leastAt({ side, boundX96 }: Bound, { liquidity, ...ticks }: Range): bigint {
  const range = Liquidity.boundsOf(ticks)
  return side === 'below'
    ? Liquidity.amount0Down(boundX96, range, liquidity)
    : Liquidity.amount1Down(boundX96, range, liquidity)
}
