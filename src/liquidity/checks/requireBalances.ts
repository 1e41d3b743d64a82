import { ApiError } from '#core/ApiError.ts'
import { describeAmount } from '#liquidity/answer/describe.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'

export type Need = { readonly token: Token; readonly amount: bigint; readonly balance: bigint }

/** What a deposit would have taken of both tokens: `independent` is the one whose amount was sent. */
type Taken = { readonly independent: Part; readonly dependent: Part }
type Part = { readonly amount: bigint; readonly atMost: bigint }

/** Refuses what the wallet cannot pay; `details` let the client show what it would have taken all the same. */
export function requireBalances(needs: readonly Need[], { independent, dependent }: Taken): void {
  const short = needs.find(({ amount, balance }) => amount > balance)
  if (!short) return
  const { token, amount, balance } = short
  throw new ApiError(
    'failed_precondition',
    `The wallet has ${describeAmount(balance, token)}, and this needs ${describeAmount(amount, token)}. Send a smaller amount.`,
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
