import { type Address, zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { priceWarnings } from '#liquidity/answer/marketPrice.ts'
import { depositHookWarnings } from '#liquidity/answer/poolWarnings.ts'
import { approveForAnHour } from '#liquidity/approvals/Approval.ts'
import * as calldata from '#liquidity/calldata/router.ts'
import { heldToken, probedRouterOf } from '#liquidity/deployment.ts'
import { planZapIn, type ZapPlan } from '#liquidity/plans/ZapIn.ts'
import { costGuard, liquidityGuard } from '#liquidity/recipes/guards.ts'
import { sumsOf } from '#liquidity/recipes/moves.ts'
import type { Recipe } from '#liquidity/recipes/Recipe.ts'
import { impactWarnings, swapGuard, toSwap } from '#liquidity/recipes/swap.ts'
import { type Range, rangeWarnings, requestedRange, snapRange } from '#liquidity/request/Range.ts'
import { termsOf, toSeconds } from '#liquidity/request/Terms.ts'
import { offerOf, tokenPairOf } from '#liquidity/request/TokenPair.ts'
import { cannotZap } from './cannotZap.ts'
import { describeZap } from './describeZap.ts'
import { heldOf } from './entrySteps.ts'
import type { PoolZap } from './inPool.ts'
import { pairOf, readZap, type ZapRead } from './readZap.ts'
import { zapTerms } from './zapTerms.ts'

/** A swap and a mint through the router, which returns the rest of both tokens. */
export async function draftZap(chain: Chain, request: PoolZap, now: number) {
  const { facts } = chain
  const router = probedRouterOf(facts, 'Swap first, then use /lp/create.')
  const names = { ...request.existingPool, independentToken: request.independentToken }
  const tokenPair = tokenPairOf(facts, 'V4', names)
  const offer = offerOf({ facts, protocol: 'V4' }, tokenPair, request)
  const terms = termsOf(request, now, true)
  const quoted = request.priceBounds && heldToken(facts, 'V4', request.priceBounds.quotedTokenAddress)
  const asked = requestedRange(request, tokenPair, quoted)

  const read = await readZap(chain, request, { tokenPair, offer, router })

  const range = snapRange(asked, read.pool.key.tickSpacing)
  const { amount } = offer
  const plan = planZapIn({ pool: read.swapped, held: heldOf(offer), slippage: terms.slippage, ...range })
  if (!plan || plan.liquidity === 0n) throw cannotZap()
  const [token0, token1] = pairOf(read)
  const { token: paid } = read.paid
  const received = plan.zeroForOne ? token1 : token0
  const built = encode(read, plan, { range, owner: request.walletAddress, deadline: terms.deadline, amount })
  const spending = paid.address === zeroAddress ? [] : [{ holding: read.paid, amount }]
  const recipe: Recipe = {
    to: router,
    ...built,
    block: read.snapshot.block,
    summary: describeZap(chain, { token0, token1, paid, received }, { plan, range, amount }),
    limits: {
      pay: [{ token: paid.address, atMost: amount, enforced: true }],
      receive: [],
      liquidity: plan.liquidity,
    },
    warnings: [
      ...depositHookWarnings(facts, read.pool.key),
      ...priceWarnings(read.market, read.pool, [token0, token1]),
      ...rangeWarnings(range, read.swapped.sqrtRatioX96),
      ...impactWarnings(plan),
    ],
    approvals: () => approveForAnHour(spending, { permit2: facts.permit2, spender: router }, toSeconds(now)),
    tokens: [token0, token1],
    owner: request.walletAddress,
    slippage: plan.slippage,
    spent: sumsOf(tokenPair, plan.amounts),
    received: sumsOf(tokenPair, plan.returned),
    position: { ...range, expectedLiquidity: plan.liquidity, minimumLiquidity: plan.liquidity },
    guards: [
      swapGuard(plan.minimumOut, received),
      costGuard({ token0, token1 }, plan.maxima),
      liquidityGuard(plan.liquidity),
    ],
  }
  const swap = toSwap(plan, { tokenIn: paid.address, tokenOut: received.address })
  return { ...recipe, swap: { ...swap, minimumOut: plan.minimumOut.toString() } }
}

type Encoded = { readonly range: Range; readonly owner: Address; readonly deadline: bigint; readonly amount: bigint }

/** The calldata of a plan, and the statement that it is checked against. */
function encode({ pool, manager, paid }: ZapRead, plan: ZapPlan, { range, owner, deadline, amount }: Encoded) {
  const { liquidity, maxima, zeroForOne, amountIn, minimumOut, kept } = plan
  const mint = { key: pool.key, ...range, liquidity, maxima, owner }
  return {
    payload: calldata.zapIn({ mint, zeroForOne, swapped: amountIn, minimumOut, kept, manager, deadline }),
    stated: {
      deadline,
      ticks: range,
      terms: zapTerms(pool.key, plan, manager),
      liquidity,
      moves: [],
      zap: {
        manager,
        paid: { token: paid.token.address, amount },
        swap: { zeroForOne, amountIn, minimumOut },
        maxima,
      },
    },
  }
}
