/** A deposit from a token outside the pool: all of it is swapped in another pool first, then a part of the proceeds. Pure. */

import { exactIn, type SwappedPool } from '#uniswap/exactIn.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import { impactOf } from './impactOf.ts'
import { planZapIn, type ZapPlan } from './ZapIn.ts'

type FirstPlan = {
  readonly zeroForOne: boolean
  readonly amountIn: bigint
  readonly expectedOut: bigint
  readonly minimumOut: bigint
  readonly priceImpact: number
}

export type ZapThroughPlan = { readonly first: FirstPlan; readonly plan: ZapPlan }

type Request = {
  readonly from: { readonly pool: SwappedPool; readonly zeroForOne: boolean; readonly amountIn: bigint }
  readonly to: { readonly pool: SwappedPool; readonly zeroForOne: boolean }
  readonly range: { readonly tickLower: number; readonly tickUpper: number }
  readonly slippage: bigint
}

/** The plan uses only the guaranteed minimum of the first swap; the rest of it goes to the wallet. */
export function planZapThrough({ from, to, range, slippage }: Request): ZapThroughPlan | undefined {
  const { zeroForOne, amountIn } = from
  const expectedOut = exactIn(from.pool, zeroForOne, amountIn)?.amountOut
  if (!expectedOut) return undefined
  const minimumOut = Slippage.less(expectedOut, slippage)
  const { tickLower, tickUpper } = range
  const plan = planZapIn({ pool: to.pool, held: onSide(to, minimumOut), slippage, tickLower, tickUpper })
  if (plan?.zeroForOne !== to.zeroForOne) return undefined
  const more = onSide(to, expectedOut - minimumOut)
  const returned = {
    amount0: plan.returned.amount0 + more.amount0,
    amount1: plan.returned.amount1 + more.amount1,
  }
  const priceImpact = impactOf(from.pool.sqrtRatioX96, { zeroForOne, amountIn, expectedOut })
  return { first: { zeroForOne, amountIn, expectedOut, minimumOut, priceImpact }, plan: { ...plan, returned } }
}

function onSide({ zeroForOne }: Request['to'], amount: bigint): Amounts {
  return zeroForOne ? { amount0: amount, amount1: 0n } : { amount0: 0n, amount1: amount }
}
