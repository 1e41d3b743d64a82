import { zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { describeRange, describeRate } from '#liquidity/answer/describe.ts'
import { marketPrice, priceWarnings } from '#liquidity/answer/marketPrice.ts'
import { describeGuard, priceGuardOf } from '#liquidity/answer/PriceGuard.ts'
import { requireUntaxed } from '#liquidity/checks/requireUntaxed.ts'
import { named, v4Of } from '#liquidity/deployment.ts'
import { describeDeposit, draftDeposit, pairOf, watchedTokens } from '#liquidity/deposits/Deposit.ts'
import { planV4Deposit } from '#liquidity/deposits/planV4Deposit.ts'
import { changesDeposits } from '#liquidity/hooks/Hooks.ts'
import * as V4 from '#liquidity/plans/V4.ts'
import { readV4Pools, type V4Pool } from '#liquidity/pools/readV4Pools.ts'
import type { Snapshot } from '#liquidity/pools/Snapshot.ts'
import { nativeBudget, withStated } from '#liquidity/request/nativeBudget.ts'
import { type Range, rangeOf } from '#liquidity/request/Range.ts'
import { toSeconds } from '#liquidity/request/Terms.ts'
import type { CreateDraft } from './CreateDraft.ts'
import { type CreateIntent, createIntentOf } from './CreateIntent.ts'
import { type MintingPool, mintingPool, poolIdFor } from './mintingPool.ts'
import type { CreateRequest } from './request.ts'

const NO_FEES = { amount0: 0n, amount1: 0n }

/** The transaction that mints a v4 position. */
export async function createV4(chain: Chain, request: CreateRequest, now: number): Promise<CreateDraft> {
  const intent = createIntentOf(chain, request, now)
  const { tokenPair, quote, terms } = intent
  const [found, market] = await Promise.all([
    read(chain, request, intent),
    request.newPool ? marketPrice(chain, tokenPair) : undefined,
  ])
  const snapshot = withStated(found, request.nativeTokenBalance)
  const pool = await mintingPool(chain, request, { snapshot, tokenPair })
  const range = rangeOf(request, pool.key.tickSpacing, quote)
  const { deposit, plan, ...rest } = await planV4Deposit(chain, {
    ...intent,
    wallet: request.walletAddress,
    manager: pool.manager,
    snapshot,
    pool,
    tickLower: range.tickLower,
    tickUpper: range.tickUpper,
    fees: NO_FEES,
    permit: permitOf(request),
    now: toSeconds(now),
    plan: planner(request, { intent, snapshot, pool, range }),
  })
  const price = changesDeposits(pool.key.hooks) ? undefined : priceGuardOf(tokenPair, V4.depositEnds(plan), quote)
  const hook = pool.key.hooks === zeroAddress ? '' : ` and hook ${pool.key.hooks}`
  const summary =
    `Create a V4 position on ${named(chain.facts)}: pay ${describeDeposit(chain, deposit)} into the ` +
    `${request.newPool ? 'new ' : ''}pool with ${describeRate(pool.key.fee)}${hook}, ${describeRange(range, pairOf(deposit), quote)}.` +
    (price ? describeGuard(price, pairOf(deposit)) : '')
  const stated = { deadline: terms.deadline, ticks: range, liquidity: plan.liquidity }
  await requireUntaxed(chain, 'V4', { deposit, wallet: request.walletAddress, holder: v4Of(chain.facts).poolManager })
  const prices = priceWarnings(market, pool.sqrtRatioX96, pairOf(deposit))
  const draft = draftDeposit(chain, deposit, {
    summary,
    stated,
    price,
    ...rest,
    warnings: [...rest.warnings, ...prices],
  })
  const { token0, token1 } = tokenPair
  return { ...draft, range, slippage: plan.slippage, amounts: plan.amounts, token0, token1 }
}

function read(chain: Chain, request: CreateRequest, { tokenPair }: CreateIntent): Promise<Snapshot<V4Pool>> {
  const contracts = v4Of(chain.facts)
  return readV4Pools(chain, contracts, {
    ids: [poolIdFor(request, tokenPair)],
    watch: {
      wallet: request.walletAddress,
      tokens: watchedTokens(tokenPair, request.walletAddress, request.batchPermitData),
      spender: chain.facts.permit2,
      permit2Spender: contracts.positionManager,
      followsPermissions: true,
    },
    withGasPrice: tokenPair.native !== undefined && request.nativeTokenBalance !== undefined,
  })
}

function permitOf({ batchPermitData: permit, signature }: CreateRequest) {
  return permit && signature && { permit, signature, field: 'batchPermitData' as const }
}

function planner(
  request: CreateRequest,
  {
    intent,
    snapshot,
    pool,
    range,
  }: { intent: CreateIntent; snapshot: Snapshot<V4Pool>; pool: MintingPool; range: Range },
): (given: V4.Given) => V4.Plan {
  const { tokenPair, offer, terms } = intent
  const wanted = {
    pool,
    offer,
    tickLower: range.tickLower,
    tickUpper: range.tickUpper,
    ...terms,
    nativeBudget: tokenPair.native && nativeBudget(snapshot, request.nativeTokenBalance),
    wallet: request.walletAddress,
    initialise: request.newPool !== undefined,
  }
  return (given) => V4.create({ ...wanted, ...given })
}
