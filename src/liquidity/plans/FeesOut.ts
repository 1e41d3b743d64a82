/** Fees of positions in one pool that become one of its tokens: the other is swapped there. Pure. */

import { exactIn, type SwappedPool } from '#uniswap/exactIn.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import { impactOf } from './impactOf.ts'

export type FeesOutPlan = {
  /** The fees in the token that everything becomes. */
  readonly kept: bigint
  /** The fees in the other token. */
  readonly amountIn: bigint
  /** Zero if nothing is swapped: there are none, or too few to return anything. */
  readonly expectedOut: bigint
  readonly minimumOut: bigint
  readonly priceImpact: number
}

type PoolFees = {
  readonly pool: SwappedPool
  readonly fees: readonly Amounts[]
  readonly zeroForOne: boolean
  readonly slippage: bigint
}

export function planFeesOut({ pool, fees, zeroForOne, slippage }: PoolFees): FeesOutPlan {
  const amount0 = fees.reduce((sum, each) => sum + each.amount0, 0n)
  const amount1 = fees.reduce((sum, each) => sum + each.amount1, 0n)
  const [amountIn, kept] = zeroForOne ? [amount0, amount1] : [amount1, amount0]
  const expectedOut = amountIn > 0n ? (exactIn(pool, zeroForOne, amountIn)?.amountOut ?? 0n) : 0n
  return {
    kept,
    amountIn,
    expectedOut,
    minimumOut: Slippage.less(expectedOut, slippage),
    priceImpact: expectedOut > 0n ? impactOf(pool.sqrtRatioX96, { zeroForOne, amountIn, expectedOut }) : 0,
  }
}
