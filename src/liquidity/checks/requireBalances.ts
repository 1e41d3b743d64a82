import { ApiError } from '#core/ApiError.ts'
import { describeAmount } from '#liquidity/answer/describe.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'

export type NeededAmount = { readonly token: Token; readonly amount: bigint; readonly balance: bigint }

/** The amounts of both tokens that the deposit takes: `independent` is the one whose amount was sent. */
type DepositAmounts = { readonly independent: SideAmount; readonly dependent: SideAmount }
type SideAmount = { readonly amount: bigint; readonly atMost: bigint }

/** Refuses a deposit that the wallet cannot pay; `details` let the client show the amounts anyway. */
export function requireBalances(needs: readonly NeededAmount[], { independent, dependent }: DepositAmounts): void {
  const short = needs.find(({ amount, balance }) => amount > balance)
  if (!short) return
  const { token, amount, balance } = short
  throw new ApiError(
    'failed_precondition',
    `The wallet has ${describeAmount(balance, token)}, but needs ${describeAmount(amount, token)}. Send a smaller amount.`,
    {
      details: [
        { type: 'INSUFFICIENT_LIQUIDITY', value: token.address },
        { type: 'dependentAmount', value: dependent.amount.toString() },
        { type: 'independentAmount', value: independent.amount.toString() },
        { type: 'dependentAtMost', value: dependent.atMost.toString() },
        { type: 'independentAtMost', value: independent.atMost.toString() },
      ],
    },
  )
}
