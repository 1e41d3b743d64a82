/** A deposit of one token, or of two in any ratio, a part of which is swapped in the same pool first. Pure. */

import { exactIn, type SwappedPool } from '#uniswap/exactIn.ts'
import type { Growth } from '#uniswap/Fees.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import * as Zap from '#uniswap/Zap.ts'
import { impactOf } from './impactOf.ts'
import { ofFees, type Reinvestment, reinvest } from './Reinvestment.ts'

type Ticks = { readonly tickLower: number; readonly tickUpper: number }

export type ZapPlan = Reinvestment & {
  readonly zeroForOne: boolean
  readonly amountIn: bigint
  readonly expectedOut: bigint
  readonly minimumOut: bigint
  /** The part of the payment that is not swapped. */
  readonly kept: bigint
  /** The guaranteed funds for the deposit. */
  readonly sure: Liquidity.Amounts
  /** The price after the swap. */
  readonly sqrtRatioX96: bigint
  /** The amounts that reach the wallet if the price stays the same. */
  readonly returned: Liquidity.Amounts
  /** The fees that the swap pays to each unit of liquidity in the range, times 2^128. */
  readonly growth: Growth
  /** Percent by which the swap is worse than the price before it, fee included. */
  readonly priceImpact: number
}

type ZapRequest = Ticks & {
  readonly pool: SwappedPool
  readonly held: Liquidity.Amounts
  readonly slippage: bigint
}

/** The plan of a zap; undefined if the liquidity around the price does not suffice, or no swap is needed. */
export function planZapIn({ pool, held, slippage, ...ticks }: ZapRequest): ZapPlan | undefined {
  const swap = Zap.swapFor(held, pool, ticks)
  if (!swap || swap.amountIn === 0n) return undefined
  const { zeroForOne, amountIn } = swap
  const outcome = exactIn(pool, zeroForOne, amountIn)
  if (!outcome) return undefined
  const { amountOut: expectedOut, sqrtRatioX96, feeSteps } = outcome
  const [paid, other] = zeroForOne ? [held.amount0, held.amount1] : [held.amount1, held.amount0]
  const kept = paid - amountIn
  const minimumOut = Slippage.less(expectedOut, slippage)
  const both = (out: bigint) =>
    zeroForOne ? { amount0: kept, amount1: other + out } : { amount0: other + out, amount1: kept }
  // Only the minimum is guaranteed.
  const sure = both(minimumOut)
  const minted = reinvest({ sqrtRatioX96, bounds: Liquidity.boundsOf(ticks) }, ofFees(sure), slippage)
  const whole = both(expectedOut)
  const returned = {
    amount0: whole.amount0 - minted.amounts.amount0,
    amount1: whole.amount1 - minted.amounts.amount1,
  }
  const priceImpact = impactOf(pool.sqrtRatioX96, { zeroForOne, amountIn, expectedOut })
  const inside = feeSteps
    .filter(({ tick }) => tick >= ticks.tickLower && tick < ticks.tickUpper)
    .reduce((sum, step) => sum + step.growth, 0n)
  const growth = zeroForOne ? { growth0: inside, growth1: 0n } : { growth0: 0n, growth1: inside }
  return { ...minted, ...swap, expectedOut, minimumOut, kept, sure, sqrtRatioX96, returned, growth, priceImpact }
}
