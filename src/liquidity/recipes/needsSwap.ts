import { ApiError } from '#core/ApiError.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import { describeAmounts } from '#liquidity/withdrawals/Withdrawal.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'

type Pair = { readonly token0: Token; readonly token1: Token }

/** The position holds none of a token that the new range needs at this price; a new pool has nothing to swap it in. */
export function needsSwap(pair: Pair, funds: Amounts, { isNewPool = false } = {}): ApiError {
  const { how, value } = isNewPool ? IN_POOL_LEFT : IN_POOL_ENTERED
  return new ApiError(
    'failed_precondition',
    `The position pays out ${describeAmounts(funds, pair)}, and the new range needs the other token as well at this price. Send a range that begins or ends at the price, or build ${how} with /api/batch/prepare.`,
    {
      details: [
        { type: 'RANGE_NEEDS_SWAP', value: 'the position holds one token' },
        ...(isNewPool ? [{ type: 'reason', value: 'NEW_POOL_CANNOT_SWAP' }] : []),
        { type: 'alternative', value: `/api/batch/prepare with ${value}` },
      ],
    },
  )
}

const IN_POOL_ENTERED = { how: 'lpDecrease and then lpZapIn, which swaps a part,', value: 'lpDecrease, then lpZapIn' }
const IN_POOL_LEFT = {
  how: 'lpZapOut of a part into the other token, which swaps it in the pool that it leaves, lpDecrease of the rest, and lpCreate with newPool',
  value: 'lpZapOut, lpDecrease, then lpCreate',
}
