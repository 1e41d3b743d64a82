import type { Chain } from '#chain/Chain.ts'
import { describeAmount, describeRange } from '#liquidity/answer/describe.ts'
import { named } from '#liquidity/deployment.ts'
import type { ZapPlan } from '#liquidity/plans/ZapIn.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import type { Range } from '#liquidity/request/Range.ts'
import { describeAmounts } from '#liquidity/withdrawals/Withdrawal.ts'

type Tokens = { readonly token0: Token; readonly token1: Token; readonly paid: Token; readonly received: Token }
type Zapped = { readonly plan: ZapPlan; readonly range: Range; readonly amount: bigint }

export function describeZap(chain: Chain, tokens: Tokens, { plan, range, amount }: Zapped): string {
  const from = `Create a V4 position on ${named(chain.facts)} from ${describeAmount(amount, tokens.paid)} alone: `
  return from + describeAdded(tokens, { plan, range })
}

export function describeAdded(tokens: Tokens, { plan, range }: Omit<Zapped, 'amount'>): string {
  const { paid, received, token0, token1 } = tokens
  return (
    `swap ${describeAmount(plan.amountIn, paid)} for ${describeAmount(plan.expectedOut, received)}, ` +
    `at least ${describeAmount(plan.minimumOut, received)}, add ${describeAmounts(plan.amounts, tokens)} to range ` +
    `${describeRange(range, [token0, token1], range.quote)}, and receive the rest of ${describeAmounts(plan.returned, tokens)}.`
  )
}
