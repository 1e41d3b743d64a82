import type { Chain } from '#chain/Chain.ts'
import { named, v3Of } from '#liquidity/deployment.ts'
import * as V3 from '#liquidity/plans/V3.ts'
import { readV3Positions } from '#liquidity/pools/V3Positions.ts'
import { type Deposit, depositWords, directApprovals, draftDeposit, pairOf } from '#liquidity/steps/deposit.ts'
import { requireMintable } from '#liquidity/steps/limits.ts'
import { withStated } from '#liquidity/steps/nativeBudget.ts'
import { requireControl, requireId } from '#liquidity/steps/positionAccess.ts'
import { requireOrder, requireSorted } from '#liquidity/steps/sides.ts'
import { termsOf } from '#liquidity/steps/terms.ts'
import { rangeOf } from '#liquidity/steps/words.ts'
import type { IncreaseDraft, IncreaseRequest, IncreaseWish } from './increase.ts'
import { draftPairDeposit } from './pairDeposit.ts'

/** The transaction that adds liquidity to a v2 pair that exists. */
export function increaseV2(
  chain: Chain,
  request: IncreaseRequest,
  { sides, offer, now }: IncreaseWish,
): Promise<IncreaseDraft> {
  requireSorted(sides)
  const wallet = request.walletAddress
  const terms = termsOf(request, now)
  const { nativeTokenBalance } = request
  return draftPairDeposit(chain, { sides, offer, terms, wallet, mustExist: true, nativeTokenBalance })
}

/** The transaction that adds liquidity to a v3 position. */
export async function increaseV3(
  chain: Chain,
  request: IncreaseRequest,
  { sides, offer, now }: IncreaseWish,
): Promise<IncreaseDraft> {
  const contracts = v3Of(chain.facts)
  const wallet = request.walletAddress
  const id = requireId(request.nftTokenId, 'V3')
  const terms = termsOf(request, now)
  const watch = { wallet, tokens: [sides.token0, sides.token1], spender: contracts.positionManager }
  const read = await readV3Positions(chain, contracts, { ids: [id], watch })
  const snapshot = withStated(read, request.nativeTokenBalance)
  const position = requireControl(snapshot.items[0], { id, protocol: 'V3', wallet }, chain)
  requireOrder(sides, { token0: position.token0.address, token1: position.token1.address }, `Position ${id}`)
  const plan = V3.increase({ ...position, ...terms, positionId: id, offer, native: sides.native })
  requireMintable({ ...position, ...plan, protocol: 'V3', offer })
  const deposit: Deposit = { to: contracts.positionManager, ...plan, sides, snapshot, offer }
  const words =
    `Add to V3 position ${id} on ${named(chain.facts)}: pay ${depositWords(chain, deposit)}, ` +
    `range ${rangeOf(position, pairOf(deposit))}.`
  const draft = draftDeposit(chain, deposit, {
    words,
    approvals: () => directApprovals(deposit),
    stated: { deadline: terms.deadline, positionId: id },
  })
  return { ...draft, amounts: plan.amounts, slippage: terms.slippage }
}
