import type { Chain } from '#chain/Chain.ts'
import { priceWarnings } from '#liquidity/answer/marketPrice.ts'
import { priceGuardOf } from '#liquidity/answer/PriceGuard.ts'
import { requireMintable } from '#liquidity/checks/requireMintable.ts'
import { requireUntaxed } from '#liquidity/checks/requireUntaxed.ts'
import { v3Of } from '#liquidity/deployment.ts'
import { type Deposit, directApprovals, draftDeposit, pairOf } from '#liquidity/deposits/Deposit.ts'
import { wrappedAtRisk } from '#liquidity/deposits/wrappedAtRisk.ts'
import * as V3 from '#liquidity/plans/V3.ts'
import { asMinima } from '#liquidity/recipes/asTerms.ts'
import { rangeWarnings, snapRange } from '#liquidity/request/Range.ts'
import type { CreateDraft } from './CreateDraft.ts'
import { createIntentOf, type Moment } from './CreateIntent.ts'
import { describeCreate } from './describeCreate.ts'
import { offerOfAll } from './offerOfAll.ts'
import { readV3 } from './readV3.ts'
import type { CreateRequest } from './request.ts'
import { requestedPool } from './v3Pool.ts'

/** The transaction that mints a v3 position: parse, read, plan, encode, describe. */
export async function createV3(chain: Chain, request: CreateRequest, { now, arrival }: Moment): Promise<CreateDraft> {
  const { positionManager } = v3Of(chain.facts)
  const intent = createIntentOf(chain, request, now)
  const { wallet, tokenPair, terms } = intent
  const wanted = requestedPool(request, tokenPair)
  // A range that is too narrow for a new pool is refused before anything is read.
  if (intent.tickSpacing && intent.tickSpacing > 0) snapRange(intent.range, intent.tickSpacing)

  const { snapshot, pool, market } = await readV3(chain, wanted, { ...intent, arrival })

  const range = snapRange(intent.range, pool.tickSpacing)
  const { tickLower, tickUpper } = range
  const isNew = wanted.created !== undefined
  const state = { ...snapshot, ...pool, range, isNewPool: isNew }
  const offer = arrival?.added ? offerOfAll(arrival.added, state) : intent.offer
  const { native } = tokenPair
  const plan = V3.create({ pool, offer, tickLower, tickUpper, ...terms, wallet, initialise: isNew, native })
  requireMintable({ ...pool, ...plan, tickLower, tickUpper, protocol: 'V3', offer })
  const deposit: Deposit = { to: positionManager, ...plan, tokenPair, snapshot, offer }
  await requireUntaxed(chain, 'V3', { deposit, wallet, holder: positionManager, spender: positionManager })

  const price = priceGuardOf(tokenPair, V3.depositEnds(plan), range.quote)
  const { alsoPay, warnings, words } = wrappedAtRisk(chain, deposit)
  const draft = draftDeposit(chain, deposit, {
    summary: describeCreate(chain, deposit, { protocol: 'V3', range, price, fee: pool.fee, isNew }) + words,
    alsoPay,
    warnings: [
      ...warnings,
      ...priceWarnings(market, pool, pairOf(deposit)),
      ...rangeWarnings(range, pool.sqrtRatioX96),
    ],
    approvals: () => directApprovals(deposit),
    stated: {
      deadline: terms.deadline,
      ticks: range,
      terms: { fee: pool.fee, ...asMinima(plan.minima), ...(isNew && { sqrtPriceX96: pool.sqrtRatioX96 }) },
    },
    price,
  })
  const minted = { expectedLiquidity: plan.liquidity, minimumLiquidity: V3.leastLiquidity(plan) }
  const { sqrtRatioX96 } = pool
  return { ...draft, range, minted, sqrtRatioX96, slippage: terms.slippage, amounts: plan.amounts, ...tokenPair }
}
