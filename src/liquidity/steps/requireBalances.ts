import { ApiError } from '#core/ApiError.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import { describeAmount } from './describe.ts'

export type Need = { readonly token: Token; readonly amount: bigint; readonly balance: bigint }

/** Refuses what the wallet cannot pay; `dependentAmount` lets the client show the other side all the same. */
export function requireBalances(needs: readonly Need[], dependentAmount: bigint): void {
  const short = needs.find(({ amount, balance }) => amount > balance)
  if (!short) return
  const { token, amount, balance } = short
  throw new ApiError(
    'failed_precondition',
    `The wallet has ${describeAmount(balance, token)}, and this needs ${describeAmount(amount, token)}. Send a smaller amount.`,
    {
      details: [
        { type: 'INSUFFICIENT_LIQUIDITY', value: token.address },
        { type: 'dependentAmount', value: dependentAmount.toString() },
      ],
    },
  )
}
