import type { Chain } from '#chain/Chain.ts'
import { receiving } from '#liquidity/answer/Limits.ts'
import { priceGuardOf } from '#liquidity/answer/PriceGuard.ts'
import * as calldata from '#liquidity/calldata/v4.ts'
import { requireOwner } from '#liquidity/checks/requireControl.ts'
import { currenciesOf } from '#liquidity/plans/currenciesOf.ts'
import { ofBurn, reinvest } from '#liquidity/plans/Reinvestment.ts'
import { readV4Position } from '#liquidity/pools/readV4Position.ts'
import { asMaxima, asMinima } from '#liquidity/recipes/asTerms.ts'
import { arrivalGuard, costGuard, liquidityGuard, ownMoneyGuard } from '#liquidity/recipes/guards.ts'
import { atLeastZero, paysAndReceives, sumsOf } from '#liquidity/recipes/moves.ts'
import { needsSwap } from '#liquidity/recipes/needsSwap.ts'
import type { Recipe } from '#liquidity/recipes/Recipe.ts'
import { requirePlainHook } from '#liquidity/recipes/requirePlainHook.ts'
import { readPool } from '#liquidity/recipes/withinPool.ts'
import { rangeWarnings } from '#liquidity/request/Range.ts'
import { termsOf } from '#liquidity/request/Terms.ts'
import { none, positionWarnings } from '#liquidity/withdrawals/Withdrawal.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import * as PriceEnds from '#uniswap/PriceEnds.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import { describeRerange, restWarnings } from './describeRerange.ts'
import { newRange } from './newRange.ts'
import type { RerangeRequest } from './request.ts'

/** Burns the position and mints another from what it pays out. Nothing leaves the wallet, so no approval is needed. */
export async function rerangeV4(chain: Chain, request: RerangeRequest, now: number): Promise<Recipe> {
  const { walletAddress: wallet, tokenId: id, permissioned } = request
  const { position, block, manager } = await readV4Position(chain, { id, wallet, permissioned })
  requireOwner(position, { id, protocol: 'V4', wallet, permissioned }, chain)
  const { key, fees, sqrtRatioX96 } = position
  requirePlainHook(key.hooks, 'Use /lp/decrease, then /lp/create.')
  const range = newRange(chain, request, { ...position, tickSpacing: key.tickSpacing })
  const tokens = { token0: key.currency0, token1: key.currency1 }
  const { slippage, deadline } = termsOf(request, now)
  const burned = { sqrtRatioX96, bounds: Liquidity.boundsOf(position), liquidity: position.liquidity }
  const funds = ofBurn(burned.bounds, burned.liquidity, fees)
  const plan = reinvest({ sqrtRatioX96, bounds: Liquidity.boundsOf(range) }, funds, slippage)
  const { liquidity, maxima } = plan
  if (liquidity === 0n) throw needsSwap(position, funds.at(sqrtRatioX96))
  const minima = Slippage.burnMinima(burned, plan.slippage)
  const { tax, warnings } = await readPool(chain, position, {
    wallet,
    amounts: plan.rest,
    most: funds.at(sqrtRatioX96),
  })
  const price = priceGuardOf(
    tokens,
    PriceEnds.narrower(PriceEnds.ofMinima(burned, minima), plan.priceEnds),
    range.quote,
  )
  const left = tax.left(atLeastZero(minima, maxima))
  const removed = Liquidity.amountsDown(sqrtRatioX96, burned.bounds, burned.liquidity)
  const moved = { amounts: plan.amounts, limits: maxima }
  return {
    to: manager,
    payload: calldata.rerange({ ...range, key, positionId: id, minima, liquidity, maxima, owner: wallet, deadline }),
    block,
    summary: describeRerange(chain, position, { protocol: 'V4', range, ...plan, price }),
    stated: {
      deadline,
      positionId: id,
      ticks: range,
      terms: {
        ...{ fee: key.fee, tickSpacing: key.tickSpacing, hooks: key.hooks, ...currenciesOf(key) },
        ...asMinima(minima),
        ...asMaxima(maxima),
      },
      liquidity,
      isFree: true,
      moves: paysAndReceives(tokens, moved, { amounts: removed, least: minima }),
    },
    limits: { ...receiving(tokens, left, { held: tax.isWhole, enforced: tax.isEnforced }), price, liquidity },
    warnings: [
      ...warnings,
      ...positionWarnings(position, { wallet, burn: true }),
      ...rangeWarnings(range, sqrtRatioX96),
      ...restWarnings(position, plan),
    ],
    approvals: none,
    tokens: [position.token0, position.token1],
    owner: position.owner,
    slippage: plan.slippage,
    spent: sumsOf(tokens, plan.amounts),
    received: sumsOf(tokens, plan.rest),
    position: { ...range, expectedLiquidity: liquidity, minimumLiquidity: liquidity },
    guards: [arrivalGuard(position, minima), costGuard(position, maxima), liquidityGuard(liquidity), ownMoneyGuard],
  }
}
