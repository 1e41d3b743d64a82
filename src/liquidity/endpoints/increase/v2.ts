import type { Chain } from '#chain/Chain.ts'
import { draftPairDeposit } from '#liquidity/deposits/draftPairDeposit.ts'
import { termsOf } from '#liquidity/request/Terms.ts'
import { requireSorted } from '#liquidity/request/TokenPair.ts'
import type { IncreaseDraft, IncreaseIntent } from './IncreaseDraft.ts'
import type { IncreaseRequest } from './request.ts'

/** The transaction that adds liquidity to a v2 pair that exists. */
export function increaseV2(
  chain: Chain,
  request: IncreaseRequest,
  { tokenPair, offer, now }: IncreaseIntent,
): Promise<IncreaseDraft> {
  requireSorted(tokenPair)
  const wallet = request.walletAddress
  const terms = termsOf(request, now)
  const { nativeTokenBalance } = request
  return draftPairDeposit(chain, { tokenPair, offer, terms, wallet, mustExist: true, nativeTokenBalance })
}
