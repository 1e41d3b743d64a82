/** A withdrawal that ends in one token: the other one is swapped in the same pool, without the liquidity that left. Pure. */

import { exactIn, type SwappedPool } from '#uniswap/exactIn.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import * as PriceEnds from '#uniswap/PriceEnds.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import { withoutLiquidity } from '#uniswap/withoutLiquidity.ts'
import { impactOf } from './impactOf.ts'

export type ZapOutPlan = {
  /** The amounts of the liquidity at the price that was read, without fees. */
  readonly removed: Liquidity.Amounts
  /** The minima of the removal, which are in the calldata. */
  readonly minima: Liquidity.Amounts
  readonly priceEnds: PriceEnds.PriceEnds
  readonly zeroForOne: boolean
  readonly amountIn: bigint
  readonly expectedOut: bigint
  /** The amount that reaches the wallet if the price stays the same, and the required minimum. */
  readonly total: bigint
  readonly minimum: bigint
  readonly priceImpact: number
}

type ZapOutRequest = {
  readonly pool: SwappedPool
  readonly tickLower: number
  readonly tickUpper: number
  /** The part that is removed. */
  readonly liquidity: bigint
  readonly fees: Liquidity.Amounts
  readonly out: 'token0' | 'token1'
  readonly slippage: bigint
}

/** The plan of a zap-out; undefined if no swap is needed, or if the rest of the pool cannot fill it. */
export function planZapOut(request: ZapOutRequest): ZapOutPlan | undefined {
  const { pool, liquidity, fees, out, slippage } = request
  const burned = { sqrtRatioX96: pool.sqrtRatioX96, bounds: Liquidity.boundsOf(request), liquidity }
  const removed = Liquidity.amountsDown(burned.sqrtRatioX96, burned.bounds, liquidity)
  const minima = Slippage.burnMinima(burned, slippage)
  const zeroForOne = out === 'token1'
  const amountIn = zeroForOne ? removed.amount0 + fees.amount0 : removed.amount1 + fees.amount1
  const kept = zeroForOne ? removed.amount1 + fees.amount1 : removed.amount0 + fees.amount0
  const outcome = amountIn > 0n ? exactIn(withoutLiquidity(pool, request), zeroForOne, amountIn) : undefined
  if (!outcome || outcome.amountOut === 0n) return undefined
  const { amountOut: expectedOut } = outcome
  const total = kept + expectedOut
  return {
    removed,
    minima,
    priceEnds: PriceEnds.ofMinima(burned, minima),
    zeroForOne,
    amountIn,
    expectedOut,
    total,
    minimum: Slippage.less(total, slippage),
    priceImpact: impactOf(pool.sqrtRatioX96, { zeroForOne, amountIn, expectedOut }),
  }
}
