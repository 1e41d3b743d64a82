import { ApiError } from '#core/ApiError.ts'
import { describeAmount, describeToken } from '#liquidity/answer/describe.ts'
import type { Approval } from '#liquidity/approvals/Approval.ts'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import type { DecreaseDraft } from '#liquidity/endpoints/decrease/DecreaseDraft.ts'
import type { PlannedSwap } from '#liquidity/recipes/draftSwap.ts'
import { arrivalGuard } from '#liquidity/recipes/guards.ts'
import { jointLimits } from '#liquidity/recipes/jointLimits.ts'
import { leastOf, paidOutOf, sureAmounts, tokensOf } from '#liquidity/recipes/removal.ts'
import type { Steps } from '#liquidity/recipes/Steps.ts'
import { impactWarnings, swapGuard } from '#liquidity/recipes/swap.ts'
import type { Out } from './outOf.ts'

type Exit = {
  readonly removal: DecreaseDraft
  readonly swapping: Draft
  readonly swap: PlannedSwap
  readonly out: Out
}
type Context = Pick<Steps, 'reason' | 'owner' | 'slippage' | 'warnings'> & {
  readonly what: string
  readonly approvals: () => readonly Approval[]
}

/**
 * A removal followed by a swap. Only the guaranteed minimum of the removal is swapped, so that the wallet adds nothing.
 */
export function exitSteps({ removal, swapping, swap, out }: Exit, context: Context): Steps {
  const { what, ...rest } = context
  const paidOut = paidOutOf(removal)
  const [kept, left] = out.side === 'token0' ? [paidOut.amount0, paidOut.amount1] : [paidOut.amount1, paidOut.amount0]
  const total = kept + swap.expectedOut
  const dust = left - swap.amountIn
  const limits = jointLimits([removal.limits, swapping.limits])
  return {
    ...rest,
    drafts: [removal, swapping],
    limits,
    summary:
      `Turn ${what} into ${describeToken(out.shown)} in two transactions: remove it, then swap ` +
      `${describeAmount(swap.amountIn, out.other)} for ${describeAmount(swap.expectedOut, out.shown)}, and receive ` +
      `${describeAmount(total, out.shown)} in all. ${describeAmount(dust, out.other)} stays in the wallet: only the amount that the ` +
      'removal guarantees is swapped.',
    received: [
      { token: out.shown.address, amount: total },
      { token: out.other.address, amount: dust },
    ].filter(({ amount }) => amount > 0n),
    guards: [arrivalGuard(tokensOf(removal), leastOf(removal)), swapGuard(swap.minimumOut, out.shown)],
    warnings: [...(removal.warnings ?? []), ...context.warnings, ...impactWarnings(swap)],
    alternatives: ['/lp/decrease'],
  }
}

/** The minimum of the other token that the removal pays, which is the amount that can be swapped. */
export function sureOf(removal: DecreaseDraft, { side }: Out): bigint {
  const { amount0, amount1 } = sureAmounts(removal)
  return side === 'token0' ? amount1 : amount0
}

/** Refused if the guaranteed amount to swap is zero, or if the rest of the pool cannot fill the swap. */
export function cannotZapOut(what: string): ApiError {
  return new ApiError(
    'failed_precondition',
    `No swap can turn all of ${what} into this token: it pays out only this token, or would at a price within the tolerance, or the rest of the pool has too little liquidity. Use /lp/decrease, send a smaller slippageTolerance, or remove a smaller part.`,
    {
      details: [
        { type: 'NO_SWAP', value: 'the position needs none, or the pool cannot fill it' },
        { type: 'alternative', value: '/lp/decrease' },
      ],
    },
  )
}
