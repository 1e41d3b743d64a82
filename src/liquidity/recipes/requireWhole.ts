import { ApiError } from '#core/ApiError.ts'
import { describeToken } from '#liquidity/answer/describe.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import type { WithdrawalTax } from '#liquidity/withdrawals/withdrawalTax.ts'

/** Refuses a recipe that passes a token through the wallet, if some of it may be lost on the way. */
export function requireWhole(
  pair: { readonly token0: Token; readonly token1: Token },
  { isWhole }: Pick<WithdrawalTax, 'isWhole'>,
): void {
  if (isWhole.token0 && isWhole.token1) return
  const token = isWhole.token0 ? pair.token1 : pair.token0
  throw new ApiError(
    'failed_precondition',
    `${describeToken(token)} keeps, or may keep, a part of each transfer, so that less would arrive than is added again. Use /lp/decrease or /lp/claim_fees.`,
    { details: [{ type: 'FEE_ON_TRANSFER', value: token.address }] },
  )
}
