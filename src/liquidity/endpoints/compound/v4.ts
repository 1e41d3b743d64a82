import { zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { receiving } from '#liquidity/answer/Limits.ts'
import { priceGuardOf } from '#liquidity/answer/PriceGuard.ts'
import * as calldata from '#liquidity/calldata/v4.ts'
import { requireOwner } from '#liquidity/checks/requireControl.ts'
import { currenciesOf } from '#liquidity/plans/currenciesOf.ts'
import { ofFees, reinvest } from '#liquidity/plans/Reinvestment.ts'
import { readV4Position } from '#liquidity/pools/readV4Position.ts'
import { asMaxima } from '#liquidity/recipes/asTerms.ts'
import { costGuard, liquidityGuard, ownMoneyGuard } from '#liquidity/recipes/guards.ts'
import { paysFromPosition, sumsOf } from '#liquidity/recipes/moves.ts'
import type { Recipe } from '#liquidity/recipes/Recipe.ts'
import { requirePlainHook } from '#liquidity/recipes/requirePlainHook.ts'
import { readPool } from '#liquidity/recipes/withinPool.ts'
import { termsOf } from '#liquidity/request/Terms.ts'
import { NEITHER, none } from '#liquidity/withdrawals/Withdrawal.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import { describeCompound } from './describeCompound.ts'
import { nothingToCompound } from './nothingToCompound.ts'
import type { CompoundRequest } from './request.ts'

/** Adds liquidity that the same action's fees pay for. Nothing leaves the wallet, so no approval is needed. */
export async function compoundV4(chain: Chain, request: CompoundRequest, now: number): Promise<Recipe> {
  const { walletAddress: wallet, tokenId: id, permissioned } = request
  const { position, block, manager } = await readV4Position(chain, { id, wallet, permissioned })
  requireOwner(position, { id, protocol: 'V4', wallet, permissioned }, chain)
  const { key, fees, sqrtRatioX96 } = position
  requirePlainHook(key.hooks, 'Use /lp/claim_fees, then /lp/increase.')
  const tokens = { token0: key.currency0, token1: key.currency1 }
  const { slippage, deadline } = termsOf(request, now, key.currency0 === zeroAddress)
  const bounds = Liquidity.boundsOf(position)
  const plan = reinvest({ sqrtRatioX96, bounds }, ofFees(fees), slippage)
  if (plan.liquidity === 0n) throw nothingToCompound('V4', position)
  const { tax, warnings } = await readPool(chain, position, { wallet, amounts: plan.rest, most: fees })
  const price = priceGuardOf(tokens, plan.priceEnds)
  const least = tax.left({ amount0: fees.amount0 - plan.maxima.amount0, amount1: fees.amount1 - plan.maxima.amount1 })
  const { liquidity } = plan
  return {
    to: manager,
    payload: calldata.compound({ positionId: id, ...key, liquidity, maxima: plan.maxima, deadline }),
    block,
    summary: describeCompound(chain, position, { protocol: 'V4', ...plan, price }),
    stated: {
      deadline,
      positionId: id,
      liquidity,
      isFree: true,
      moves: paysFromPosition(tokens, plan),
      terms: { ...currenciesOf(key), ...asMaxima(plan.maxima) },
    },
    limits: { ...receiving(tokens, least, { held: NEITHER, enforced: NEITHER }), price, liquidity },
    warnings,
    approvals: none,
    tokens: [position.token0, position.token1],
    owner: position.owner,
    slippage: plan.slippage,
    spent: sumsOf(tokens, plan.amounts),
    received: sumsOf(tokens, plan.rest),
    position: { ...position, expectedLiquidity: liquidity, minimumLiquidity: liquidity },
    guards: [costGuard(position, plan.maxima), liquidityGuard(liquidity), ownMoneyGuard],
  }
}
