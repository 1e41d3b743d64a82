import type { Address } from 'viem'
import { z } from 'zod'
import { describeAmount } from '#liquidity/answer/describe.ts'
import type { Warning } from '#liquidity/answer/Limits.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import type { PlannedSwap } from './draftSwap.ts'

/** The price impact in percent above which a swap causes a warning. */
const IMPACT_PERCENT = 1

/** The swap of an answer. */
export const Swap = z.object({
  tokenIn: z.string(),
  amountIn: z.string(),
  tokenOut: z.string(),
  expectedOut: z.string(),
  minimumOut: z.string(),
  priceImpact: z.number().meta({ description: 'Percent, the fee of the pool included.' }),
})

type Swapped = { readonly amountIn: bigint; readonly expectedOut: bigint; readonly priceImpact: number }
type Pair = { readonly tokenIn: Address; readonly tokenOut: Address }

export function toSwap({ amountIn, expectedOut, priceImpact }: Swapped, { tokenIn, tokenOut }: Pair) {
  return {
    tokenIn,
    amountIn: amountIn.toString(),
    tokenOut,
    expectedOut: expectedOut.toString(),
    priceImpact: Number(priceImpact.toFixed(4)),
  }
}

/** A swap that is a transaction of its own. */
export function toStepSwap(swap: PlannedSwap) {
  const ends = { tokenIn: swap.paid.address, tokenOut: swap.received.address }
  return { ...toSwap(swap, ends), minimumOut: swap.minimumOut.toString() }
}

export function impactWarnings({ priceImpact }: Pick<Swapped, 'priceImpact'>): Warning[] {
  if (priceImpact < IMPACT_PERCENT) return []
  const message = `The swap returns ${priceImpact.toFixed(2)} % less than at the price before it, including the pool's fee.`
  return [{ code: 'PRICE_IMPACT', message }]
}

export function swapGuard(minimumOut: bigint, received: Token): Warning {
  return {
    code: 'MINIMUM_SWAPPED',
    message: `It reverts if the swap returns less than ${describeAmount(minimumOut, received)}.`,
  }
}
