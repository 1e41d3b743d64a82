import type { Chain } from '#chain/Chain.ts'
import { priceWarnings } from '#liquidity/answer/marketPrice.ts'
import { priceGuardOf } from '#liquidity/answer/PriceGuard.ts'
import { depositHookWarnings } from '#liquidity/answer/poolWarnings.ts'
import { requireUntaxed } from '#liquidity/checks/requireUntaxed.ts'
import { v4Of } from '#liquidity/deployment.ts'
import { draftDeposit, pairOf } from '#liquidity/deposits/Deposit.ts'
import { encodeV4Deposit, planV4Deposit } from '#liquidity/deposits/planV4Deposit.ts'
import type { V4Deposit } from '#liquidity/deposits/V4Deposit.ts'
import { changesDeposits } from '#liquidity/hooks/Hooks.ts'
import * as V4 from '#liquidity/plans/V4.ts'
import { asMaxima } from '#liquidity/recipes/asTerms.ts'
import { requirePlainHook } from '#liquidity/recipes/requirePlainHook.ts'
import { nativeBudget } from '#liquidity/request/nativeBudget.ts'
import { rangeWarnings, snapRange } from '#liquidity/request/Range.ts'
import { toSeconds } from '#liquidity/request/Terms.ts'
import { NOTHING } from '#uniswap/amounts.ts'
import type { CreateDraft } from './CreateDraft.ts'
import { createIntentOf, type Moment } from './CreateIntent.ts'
import { describeCreate } from './describeCreate.ts'
import { offerOfAll } from './offerOfAll.ts'
import { readV4 } from './readV4.ts'
import type { CreateRequest } from './request.ts'
import { requestedPool, requireNoValueAtRisk } from './v4Pool.ts'

/** The transaction that mints a v4 position: parse, read, plan, encode, describe. */
export async function createV4(chain: Chain, request: CreateRequest, { now, arrival }: Moment): Promise<CreateDraft> {
  const intent = createIntentOf(chain, request, now)
  const { wallet, tokenPair, terms, range: requested, tickSpacing, stated } = intent
  const wanted = requestedPool(request, tokenPair)
  requireNoValueAtRisk(chain.facts, wanted)
  // A range that is too narrow for a new pool is refused before anything is read.
  const early = tickSpacing === undefined ? undefined : snapRange(requested, tickSpacing)
  const { batchPermitData: permit, signature } = request

  const { snapshot, pool, manager, market } = await readV4(chain, wanted, { ...intent, arrival })

  const range = early ?? snapRange(requested, pool.key.tickSpacing)
  // A simulation measures the share of a hook, and the wallet cannot pay for it before the funds arrive.
  if (arrival) requirePlainHook(pool.key.hooks, 'Use /lp/decrease, then /lp/create.')
  const state = { ...snapshot, ...pool, range, isNewPool: wanted.created !== undefined }
  const offer = arrival?.added ? offerOfAll(arrival.added, state) : intent.offer
  const minting: V4Deposit = {
    ...terms,
    wallet,
    manager,
    tokenPair,
    offer,
    snapshot,
    pool,
    tickLower: range.tickLower,
    tickUpper: range.tickUpper,
    target: { owner: wallet, initialise: wanted.created !== undefined },
    nativeBudget: tokenPair.native && nativeBudget(snapshot, stated),
    fees: NOTHING,
    permit: permit && signature && { permit, signature, field: 'batchPermitData' },
    now: toSeconds(now),
  }
  const plan = await planV4Deposit(chain, minting)
  const { deposit, approvals } = await encodeV4Deposit(chain, minting, plan)
  await requireUntaxed(chain, 'V4', {
    deposit,
    wallet,
    holder: v4Of(chain.facts).poolManager,
    spender: chain.facts.permit2,
  })

  const { hooks, fee } = pool.key
  const isNew = wanted.created !== undefined
  const price = changesDeposits(hooks) ? undefined : priceGuardOf(tokenPair, V4.depositEnds(plan), range.quote)
  const draft = draftDeposit(chain, deposit, {
    summary: describeCreate(chain, deposit, { protocol: 'V4', range, price, fee, hooks, isNew }),
    stated: {
      deadline: terms.deadline,
      ticks: range,
      liquidity: plan.liquidity,
      terms: { ...pool.key, ...asMaxima(plan.limits), ...(isNew && { sqrtPriceX96: pool.sqrtRatioX96 }) },
    },
    price,
    approvals,
    warnings: [
      ...depositHookWarnings(chain.facts, pool.key),
      ...plan.warnings,
      ...priceWarnings(market, pool, pairOf(deposit)),
      ...rangeWarnings(range, pool.sqrtRatioX96),
    ],
    failure: plan.failure,
  })
  const minted = { expectedLiquidity: plan.liquidity, minimumLiquidity: plan.liquidity }
  const { sqrtRatioX96 } = pool
  return { ...draft, range, minted, sqrtRatioX96, slippage: plan.slippage, amounts: plan.amounts, ...tokenPair }
}
