import { ApiError } from '#core/ApiError.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import { describeAmounts } from '#liquidity/withdrawals/Withdrawal.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'

/** The position holds none of a token that the new range needs at this price. */
export function needsSwap(pair: { token0: Token; token1: Token }, funds: Amounts): ApiError {
  return new ApiError(
    'failed_precondition',
    `The position pays out ${describeAmounts(funds, pair)}, and the new range needs the other token as well at this price. Send a range that begins or ends at the price, or build lpDecrease and then lpZapIn, which swaps a part, with /api/batch/prepare.`,
    {
      details: [
        { type: 'RANGE_NEEDS_SWAP', value: 'the position holds one token' },
        { type: 'alternative', value: '/api/batch/prepare with lpDecrease, then lpZapIn' },
      ],
    },
  )
}
