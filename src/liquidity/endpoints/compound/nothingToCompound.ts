import { ApiError } from '#core/ApiError.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import { describeAmounts } from '#liquidity/withdrawals/Withdrawal.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'

type Poor = { readonly id: bigint; readonly fees: Amounts; readonly token0: Token; readonly token1: Token }

/** The fees cannot become liquidity: they are too small, or of the token that the range does not hold at this price. */
export function nothingToCompound(protocol: 'V3' | 'V4', { id, fees, ...pair }: Poor): ApiError {
  return new ApiError(
    'failed_precondition',
    `The fees of ${protocol} position ${id}, ${describeAmounts(fees, pair)}, make no liquidity in its range at this price. Use /lp/claim_fees to collect them.`,
    {
      details: [
        { type: 'NOTHING_TO_COMPOUND', value: id.toString() },
        { type: 'alternative', value: '/lp/claim_fees' },
      ],
    },
  )
}
