import type { Chain } from '#chain/Chain.ts'
import { marketPrice, positionPriceWarnings } from '#liquidity/answer/marketPrice.ts'
import { priceGuardOf } from '#liquidity/answer/PriceGuard.ts'
import { depositHookWarnings } from '#liquidity/answer/poolWarnings.ts'
import { requireId, requireOwner } from '#liquidity/checks/requireControl.ts'
import { requireUntaxed } from '#liquidity/checks/requireUntaxed.ts'
import { permissionedManagerOf, v4Of } from '#liquidity/deployment.ts'
import { afterArrival } from '#liquidity/deposits/Arrival.ts'
import { draftDeposit, pairOf, watchedTokens } from '#liquidity/deposits/Deposit.ts'
import { encodeV4Deposit, planV4Deposit } from '#liquidity/deposits/planV4Deposit.ts'
import type { V4Deposit } from '#liquidity/deposits/V4Deposit.ts'
import { offerOfAll } from '#liquidity/endpoints/create/offerOfAll.ts'
import { changesDeposits } from '#liquidity/hooks/Hooks.ts'
import { currenciesOf } from '#liquidity/plans/currenciesOf.ts'
import * as V4 from '#liquidity/plans/V4.ts'
import { readV4Liquidity } from '#liquidity/pools/readPoolLiquidity.ts'
import { readV4Positions, type V4Position } from '#liquidity/pools/readV4Positions.ts'
import { asMaxima } from '#liquidity/recipes/asTerms.ts'
import { nativeBudget, withStated } from '#liquidity/request/nativeBudget.ts'
import { termsOf, toSeconds } from '#liquidity/request/Terms.ts'
import { requireOrder } from '#liquidity/request/TokenPair.ts'
import * as Fees from '#uniswap/Fees.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import { describeIncrease } from './describeIncrease.ts'
import type { IncreaseDraft, IncreaseIntent } from './IncreaseDraft.ts'
import type { IncreaseRequest } from './request.ts'

/** The transaction that adds liquidity to a v4 position, whose fees it pays out at the same time. */
export async function increaseV4(
  chain: Chain,
  request: IncreaseRequest,
  { tokenPair, offer: asked, now, arrival }: IncreaseIntent,
): Promise<IncreaseDraft> {
  const { facts } = chain
  const { poolManager, stateView, positionManager } = v4Of(facts)
  const { walletAddress: wallet, nativeTokenBalance: stated, v4BatchPermitData: permit, signature } = request
  const id = requireId(request.nftTokenId, 'V4')
  const manager = request.permissioned ? permissionedManagerOf(facts) : positionManager
  const terms = termsOf(request, now, tokenPair.native !== undefined)

  const tokens = watchedTokens(tokenPair, wallet, permit !== undefined)
  const withGasPrice = tokenPair.native !== undefined && stated !== undefined
  const watch = { wallet, tokens, spender: facts.permit2, permit2Spender: manager }
  const [read, market] = await Promise.all([
    readV4Positions(chain, { stateView, positionManager: manager }, { ids: [id], watch, withGasPrice }),
    marketPrice(chain, tokenPair),
  ])
  const sought = { id, protocol: 'V4', wallet, permissioned: request.permissioned } as const
  const position = requireOwner(read.items[0], sought, chain)
  const { key, tickLower, tickUpper, owner } = position
  const fees = arrival?.growth ? feesAfter(position, arrival.growth) : position.fees
  const sqrtRatioX96 = arrival?.sqrtRatioX96 ?? position.sqrtRatioX96
  requireOrder(tokenPair, { token0: key.currency0, token1: key.currency1 }, `Position ${id}`)

  const snapshot = afterArrival(withStated(read, stated), tokenPair, arrival)
  const offer = arrival?.added ? offerOfAll(arrival.added, { ...snapshot, sqrtRatioX96, range: position }) : asked
  const adding: V4Deposit = {
    ...terms,
    wallet,
    manager,
    tokenPair,
    offer,
    snapshot,
    pool: { key, sqrtRatioX96 },
    tickLower,
    tickUpper,
    target: { positionId: id },
    nativeBudget: tokenPair.native && nativeBudget(snapshot, stated),
    fees,
    permit: permit && signature && { permit, signature, field: 'v4BatchPermitData' },
    now: toSeconds(now),
  }
  const plan = await planV4Deposit(chain, adding)
  const { deposit, approvals } = await encodeV4Deposit(chain, adding, plan)
  await requireUntaxed(chain, 'V4', { deposit, wallet, holder: poolManager, spender: facts.permit2 })

  const price = changesDeposits(key.hooks) ? undefined : priceGuardOf(tokenPair, V4.depositEnds(plan))
  const priced = { sqrtRatioX96, pair: pairOf(deposit), readLiquidity: () => readV4Liquidity(chain, position.poolId) }
  const offMarket = await positionPriceWarnings(market, priced)
  const draft = draftDeposit(chain, deposit, {
    summary: describeIncrease(chain, deposit, { protocol: 'V4', position, price, fees, hooks: key.hooks }),
    stated: {
      deadline: terms.deadline,
      positionId: id,
      liquidity: plan.liquidity,
      terms: { ...currenciesOf(key), ...asMaxima(plan.limits) },
    },
    price,
    approvals,
    warnings: [...depositHookWarnings(facts, key), ...plan.warnings, ...offMarket],
    failure: plan.failure,
  })
  const minted = { expectedLiquidity: plan.liquidity, minimumLiquidity: plan.liquidity }
  return { ...draft, minted, amounts: plan.amounts, slippage: plan.slippage, fees, owner }
}

/** The fees of a position once a swap in its pool has paid further ones. */
function feesAfter({ inside, insideLast, liquidity }: V4Position, growth: Fees.Growth): Amounts {
  const after = { growth0: inside.growth0 + growth.growth0, growth1: inside.growth1 + growth.growth1 }
  return Fees.owed({ liquidity, insideLast, owed0: 0n, owed1: 0n }, after)
}
