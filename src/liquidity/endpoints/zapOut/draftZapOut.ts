import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { priceGuardOf } from '#liquidity/answer/PriceGuard.ts'
import { approvePosition } from '#liquidity/approvals/Approval.ts'
import * as calldata from '#liquidity/calldata/router.ts'
import { requireOwner } from '#liquidity/checks/requireControl.ts'
import { isListed, probedRouterOf, v3Of } from '#liquidity/deployment.ts'
import { planZapOut, type ZapOutPlan } from '#liquidity/plans/ZapOut.ts'
import { readV3Positions, type V3Position } from '#liquidity/pools/readV3Positions.ts'
import { asMinima } from '#liquidity/recipes/asTerms.ts'
import { arrivalGuard } from '#liquidity/recipes/guards.ts'
import type { Exit } from '#liquidity/recipes/Recipe.ts'
import { impactWarnings } from '#liquidity/recipes/swap.ts'
import { requireTokenId } from '#liquidity/request/sourceFields.ts'
import { type Terms, termsOf } from '#liquidity/request/Terms.ts'
import { partOf } from '#liquidity/withdrawals/Withdrawal.ts'
import { describeZapOut, totalGuard } from './describeZapOut.ts'
import { cannotZapOut } from './exitSteps.ts'
import { type Out, outOf } from './outOf.ts'
import { readExit } from './readExit.ts'
import type { ZapOutRequest } from './request.ts'

/** Removes liquidity, swaps all of one token in the same pool and pays out the other, through the router. */
export async function draftZapOut(chain: Chain, request: ZapOutRequest, now: number) {
  const { facts } = chain
  const router = probedRouterOf(facts, 'Use /lp/decrease, then swap.')
  const contracts = v3Of(facts)
  const { walletAddress: wallet, liquidityPercentageToDecrease: percent = 100 } = request
  const id = requireTokenId(request)
  const terms = termsOf(request, now)
  const { items, block } = await readV3Positions(chain, contracts, { ids: [id], watch: { wallet, tokens: [] } })
  const position = requireOwner(items[0], { id, protocol: 'V3', wallet }, chain)
  const out = outOf(chain, { protocol: 'V3', ...position }, request.tokenOutAddress)
  const liquidity = percent === 0 ? 0n : partOf(position.liquidity, percent, 'V3')
  const { pool, isApproved, warnings } = await readExit(chain, position, { wallet, router })
  const plan = planZapOut({ ...position, pool, liquidity, out: out.side, slippage: terms.slippage })
  if (!plan) throw cannotZapOut(`position ${id}`)
  const tokens = { token0: position.token0.address, token1: position.token1.address }
  const price = liquidity > 0n ? priceGuardOf(tokens, plan.priceEnds) : undefined
  const asPaid = out.shown.address
  const exit: Exit = {
    to: router,
    ...encode(position, plan, { out, wallet, router, liquidity, terms }),
    block,
    summary: describeZapOut(chain, position, { plan, percent, paid: out.other, received: out.shown, price }),
    limits: { pay: [], receive: [limitOf(chain, asPaid, plan.minimum)], price },
    warnings: [...warnings, ...impactWarnings(plan)],
    approvals: () => (isApproved ? [] : [approvePosition(contracts.positionManager, router, id)]),
    tokens: [position.token0, position.token1],
    owner: position.owner,
    slippage: terms.slippage,
    received: [{ token: asPaid, amount: plan.total }],
    guards: [...(liquidity > 0n ? [arrivalGuard(position, plan.minima)] : []), totalGuard(plan, out.shown)],
  }
  return { ...exit, swap: { plan, tokenIn: out.other.address, tokenOut: out.token.address } }
}

type Encoded = {
  readonly out: Out
  readonly wallet: Address
  readonly router: Address
  readonly liquidity: bigint
  readonly terms: Terms
}

/** The calldata of a plan, and the statement that it is checked against. */
function encode({ id, fee, token0, token1 }: V3Position, plan: ZapOutPlan, encoded: Encoded) {
  const { out, wallet, router, liquidity, terms } = encoded
  const { minima, removed, minimum } = plan
  const swapped = { token: out.other.address, fee }
  const paidOut = { token: out.token.address, isUnwrapped: out.isUnwrapped, atLeast: minimum, wallet }
  const { deadline } = terms
  return {
    payload: calldata.zapOutV3({ positionId: id, liquidity, minima, router, swapped, paidOut, deadline }),
    stated: {
      deadline,
      positionId: id,
      ...(liquidity > 0n && { liquidity }),
      moves: [
        { token: token0.address, amount: removed.amount0, isPaid: false },
        { token: token1.address, amount: removed.amount1, isPaid: false },
      ],
      terms: {
        ...(liquidity > 0n && asMinima(minima)),
        path: calldata.pathOf(swapped, out.token.address),
        amountIn: calldata.WHOLE_BALANCE,
        amountOutMinimum: 0n,
      },
      zapOut: { isFees: liquidity === 0n, minima, swapped, paidOut },
    },
  }
}

function limitOf({ facts }: Chain, token: Address, atLeast: bigint) {
  const enforced = isListed(facts, token)
  return { token, atLeast, enforced, ...(!enforced && { heldBy: 'pool' as const }) }
}
