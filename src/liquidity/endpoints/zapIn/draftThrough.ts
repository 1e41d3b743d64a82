import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { invalidField } from '#core/ApiError.ts'
import { describeAmount } from '#liquidity/answer/describe.ts'
import { priceWarnings } from '#liquidity/answer/marketPrice.ts'
import { depositHookWarnings } from '#liquidity/answer/poolWarnings.ts'
import { approveForAnHour } from '#liquidity/approvals/Approval.ts'
import * as calldata from '#liquidity/calldata/router.ts'
import { heldToken, named, probedRouterOf } from '#liquidity/deployment.ts'
import { planZapThrough, type ZapThroughPlan } from '#liquidity/plans/ZapThrough.ts'
import { costGuard, liquidityGuard } from '#liquidity/recipes/guards.ts'
import { sumsOf } from '#liquidity/recipes/moves.ts'
import type { Recipe } from '#liquidity/recipes/Recipe.ts'
import { impactWarnings, swapGuard, toStepSwap } from '#liquidity/recipes/swap.ts'
import { type Range, rangeWarnings, requestedRange, snapRange } from '#liquidity/request/Range.ts'
import { termsOf, toSeconds } from '#liquidity/request/Terms.ts'
import { offerOf, type TokenPair, tokenPairOf } from '#liquidity/request/TokenPair.ts'
import { cannotZap } from './cannotZap.ts'
import { describeAdded } from './describeZap.ts'
import type { PoolZap } from './inPool.ts'
import { type PoolRead, pairOf, readPool, readZap, type ZapRead } from './readZap.ts'
import { throughTerms } from './zapTerms.ts'

export type ThroughZap = PoolZap & { readonly swapPool: NonNullable<PoolZap['swapPool']> }

/**
 * Two swaps and a mint through the router: the token paid in is swapped for a token of the pool, and a part of that for
 * the other.
 */
export async function draftThrough(chain: Chain, request: ThroughZap, now: number) {
  const { facts } = chain
  const router = probedRouterOf(facts, 'Swap first, then use /lp/create.')
  const terms = termsOf(request, now, true)
  const { first, target, planned, range, tokenPair, amount } = await planThrough(chain, request, { router, ...terms })
  const { plan } = planned
  const { zeroForOne, maxima, liquidity } = plan
  const [token0, token1] = pairOf(target)
  const [middle, received] = zeroForOne ? [token0, token1] : [token1, token0]
  const paid = first.paid.token
  const firstSwap = { ...planned.first, paid, received: middle }
  const swap = { ...plan, paid: middle, received }
  const spending = paid.address === zeroAddress ? [] : [{ holding: first.paid, amount }]
  const recipe: Recipe = {
    to: router,
    ...encode({ first, target }, planned, { range, owner: request.walletAddress, deadline: terms.deadline }),
    block: target.snapshot.block,
    summary:
      `Create a V4 position on ${named(facts)} from ${describeAmount(amount, paid)} alone: swap it for ` +
      `${describeAmount(firstSwap.expectedOut, middle)}, at least ${describeAmount(firstSwap.minimumOut, middle)}, ` +
      describeAdded({ token0, token1, paid: middle, received }, { plan, range }),
    limits: { pay: [{ token: paid.address, atMost: amount, enforced: true }], receive: [], liquidity },
    warnings: [
      ...depositHookWarnings(facts, target.pool.key),
      ...priceWarnings(first.market, first.pool, pairOf(first)),
      ...priceWarnings(target.market, target.pool, [token0, token1]),
      ...rangeWarnings(range, target.swapped.sqrtRatioX96),
      ...[firstSwap, swap].flatMap(impactWarnings),
    ],
    approvals: () => approveForAnHour(spending, { permit2: facts.permit2, spender: router }, toSeconds(now)),
    tokens: [token0, token1, paid],
    owner: request.walletAddress,
    slippage: plan.slippage,
    spent: sumsOf(tokenPair, plan.amounts),
    received: sumsOf(tokenPair, plan.returned),
    position: { ...range, expectedLiquidity: liquidity, minimumLiquidity: liquidity },
    guards: [
      ...[firstSwap, swap].map((one) => swapGuard(one.minimumOut, one.received)),
      costGuard({ token0, token1 }, maxima),
      liquidityGuard(liquidity),
    ],
  }
  return { ...recipe, swap: toStepSwap(swap), firstSwap: toStepSwap(firstSwap) }
}

type Terms = { readonly router: Address; readonly slippage: bigint }

/** Reads both pools and the wallet, and plans the two swaps and the mint. */
async function planThrough(chain: Chain, request: ThroughZap, { router, slippage }: Terms) {
  const { facts } = chain
  const { existingPool, swapPool, independentToken, priceBounds } = request
  const tokenPair = tokenPairOf(facts, 'V4', existingPool)
  const from = tokenPairOf(facts, 'V4', { ...swapPool, independentToken })
  const offer = offerOf({ facts, protocol: 'V4' }, from, request)
  const zeroForOne = betweenOf(from, tokenPair, offer.side) === tokenPair.token0
  const quoted = priceBounds && heldToken(facts, 'V4', priceBounds.quotedTokenAddress)
  const asked = requestedRange(request, tokenPair, quoted)
  const [first, target] = await Promise.all([
    readZap(chain, { ...request, existingPool: swapPool }, { tokenPair: from, offer, router }),
    readPool(chain, request, { tokenPair, zeroForOne, router }),
  ])
  const range = snapRange(asked, target.pool.key.tickSpacing)
  const { amount } = offer
  const planned = planZapThrough({
    from: { pool: first.swapped, zeroForOne: offer.side === 'token0', amountIn: amount },
    to: { pool: target.swapped, zeroForOne },
    ...{ range, slippage },
  })
  if (!planned || planned.plan.liquidity === 0n) throw cannotZap()
  return { first, target, planned, range, tokenPair, amount }
}

type Pools = { readonly first: ZapRead; readonly target: PoolRead }
type Encoded = { readonly range: Range; readonly owner: Address; readonly deadline: bigint }

/** The calldata of a plan, and the statement that it is checked against. */
function encode({ first, target }: Pools, planned: ZapThroughPlan, { range, owner, deadline }: Encoded) {
  const { plan } = planned
  const { zeroForOne, amountIn, minimumOut, kept, liquidity, maxima } = plan
  const { pool, manager } = target
  const { amountIn: amount, ...firstSwap } = planned.first
  const between = zeroForOne ? pool.key.currency0 : pool.key.currency1
  const keys = { first: first.pool.key, key: pool.key }
  return {
    payload: calldata.zapIn({
      mint: { key: pool.key, ...range, liquidity, maxima, owner },
      ...{ zeroForOne, swapped: amountIn, minimumOut, kept, manager, deadline },
      first: { ...firstSwap, key: first.pool.key, swapped: amount },
    }),
    stated: {
      deadline,
      ticks: range,
      terms: throughTerms(keys, planned, manager),
      liquidity,
      moves: [],
      zap: {
        ...{ manager, maxima, paid: { token: first.paid.token.address, amount } },
        swap: { zeroForOne, amountIn, minimumOut },
        first: { ...planned.first, received: between },
      },
    },
  }
}

// The token that both pools hold.
function betweenOf(from: TokenPair, { token0, token1 }: TokenPair, side: 'token0' | 'token1'): Address {
  const between = side === 'token0' ? from.token1 : from.token0
  if (between === token0 || between === token1) return between
  throw invalidField('swapPool', `must hold independentToken and a token of existingPool: ${token0} or ${token1}`)
}
