import type { Chain } from '#chain/Chain.ts'
import { marketPrice, positionPriceWarnings } from '#liquidity/answer/marketPrice.ts'
import { priceGuardOf } from '#liquidity/answer/PriceGuard.ts'
import { requireId, requireOwner } from '#liquidity/checks/requireControl.ts'
import { requireMintable } from '#liquidity/checks/requireMintable.ts'
import { requireUntaxed } from '#liquidity/checks/requireUntaxed.ts'
import { v3Of } from '#liquidity/deployment.ts'
import { afterArrival } from '#liquidity/deposits/Arrival.ts'
import { type Deposit, directApprovals, draftDeposit, pairOf } from '#liquidity/deposits/Deposit.ts'
import { wrappedAtRisk } from '#liquidity/deposits/wrappedAtRisk.ts'
import { offerOfAll } from '#liquidity/endpoints/create/offerOfAll.ts'
import * as V3 from '#liquidity/plans/V3.ts'
import { readV3Liquidity } from '#liquidity/pools/readPoolLiquidity.ts'
import { readV3Positions } from '#liquidity/pools/readV3Positions.ts'
import { asMinima } from '#liquidity/recipes/asTerms.ts'
import { withStated } from '#liquidity/request/nativeBudget.ts'
import { termsOf } from '#liquidity/request/Terms.ts'
import { requireOrder } from '#liquidity/request/TokenPair.ts'
import { describeIncrease } from './describeIncrease.ts'
import type { IncreaseDraft, IncreaseIntent } from './IncreaseDraft.ts'
import type { IncreaseRequest } from './request.ts'

export async function increaseV3(
  chain: Chain,
  request: IncreaseRequest,
  { tokenPair, offer: asked, now, arrival }: IncreaseIntent,
): Promise<IncreaseDraft> {
  const contracts = v3Of(chain.facts)
  const wallet = request.walletAddress
  const id = requireId(request.nftTokenId, 'V3')
  const terms = termsOf(request, now)
  const watch = { wallet, tokens: [tokenPair.token0, tokenPair.token1], spender: contracts.positionManager }
  const [read, market] = await Promise.all([
    readV3Positions(chain, contracts, { ids: [id], watch }),
    marketPrice(chain, tokenPair),
  ])
  const snapshot = afterArrival(withStated(read, request.nativeTokenBalance), tokenPair, arrival)
  const found = requireOwner(snapshot.items[0], { id, protocol: 'V3', wallet }, chain)
  const position = { ...found, sqrtRatioX96: arrival?.sqrtRatioX96 ?? found.sqrtRatioX96 }
  requireOrder(tokenPair, { token0: position.token0.address, token1: position.token1.address }, `Position ${id}`)
  const offer = arrival?.added ? offerOfAll(arrival.added, { ...snapshot, ...position, range: position }) : asked
  const plan = V3.increase({ ...position, ...terms, positionId: id, offer, native: tokenPair.native })
  requireMintable({ ...position, ...plan, protocol: 'V3', offer })
  const deposit: Deposit = { to: contracts.positionManager, ...plan, tokenPair, snapshot, offer }
  const price = priceGuardOf(tokenPair, V3.depositEnds(plan))
  const { alsoPay, warnings, words } = wrappedAtRisk(chain, deposit)
  await requireUntaxed(chain, 'V3', {
    deposit,
    wallet,
    holder: contracts.positionManager,
    spender: contracts.positionManager,
  })
  const offMarket = await positionPriceWarnings(market, {
    sqrtRatioX96: position.sqrtRatioX96,
    pair: pairOf(deposit),
    readLiquidity: () => readV3Liquidity(chain, position.pool),
  })
  const draft = draftDeposit(chain, deposit, {
    summary: describeIncrease(chain, deposit, { protocol: 'V3', position, price }) + words,
    alsoPay,
    warnings: [...warnings, ...offMarket],
    approvals: () => directApprovals(deposit),
    stated: { deadline: terms.deadline, positionId: id, terms: asMinima(plan.minima) },
    price,
  })
  const minted = { expectedLiquidity: plan.liquidity, minimumLiquidity: V3.leastLiquidity(plan) }
  return { ...draft, minted, amounts: plan.amounts, slippage: terms.slippage, owner: position.owner }
}
