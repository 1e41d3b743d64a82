import { zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { priceWarnings } from '#liquidity/answer/marketPrice.ts'
import { priceGuardOf } from '#liquidity/answer/PriceGuard.ts'
import { requireOwner } from '#liquidity/checks/requireControl.ts'
import { heldToken } from '#liquidity/deployment.ts'
import { readV4 } from '#liquidity/endpoints/create/readV4.ts'
import { describeRerange, restWarnings } from '#liquidity/endpoints/rerange/describeRerange.ts'
import { ofBurn, ofFees, reinvest } from '#liquidity/plans/Reinvestment.ts'
import { readV4Position } from '#liquidity/pools/readV4Position.ts'
import { moveV4 } from '#liquidity/recipes/moveV4.ts'
import { needsSwap } from '#liquidity/recipes/needsSwap.ts'
import type { Recipe } from '#liquidity/recipes/Recipe.ts'
import { requirePlainHook } from '#liquidity/recipes/requirePlainHook.ts'
import { rangeWarnings, requestedRange, snapRange } from '#liquidity/request/Range.ts'
import { requireTokenId } from '#liquidity/request/sourceFields.ts'
import { termsOf } from '#liquidity/request/Terms.ts'
import { requireSorted, tokenPairOf } from '#liquidity/request/TokenPair.ts'
import { partOf } from '#liquidity/withdrawals/Withdrawal.ts'
import { minus, plus } from '#uniswap/amounts.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import { moveRewrapped } from './moveRewrapped.ts'
import { passageOf } from './passage.ts'
import type { MigrateRequest } from './request.ts'
import { requireOtherPool } from './requireOtherPool.ts'
import { targetPool, targetTokens } from './targetPool.ts'
import { withPriceLeft } from './withPriceLeft.ts'

const INSTEAD = 'Use /lp/decrease, then /lp/create.'

/** Burns a position, or a part of it, and mints one in another pool of the same tokens, from the guaranteed payout. */
export async function moveWithinV4(chain: Chain, request: MigrateRequest, now: number): Promise<Recipe> {
  const { walletAddress: wallet, priceBounds, liquidityPercentageToDecrease: percent = 100 } = request
  const id = requireTokenId(request)
  const read = await readV4Position(chain, { id, wallet, permissioned: undefined })
  const position = requireOwner(read.position, { id, protocol: 'V4', wallet }, chain)
  const liquidity = partOf(position.liquidity, percent, 'V4')
  const part = percent === 100 ? undefined : liquidity
  const tokens = { token0: position.key.currency0, token1: position.key.currency1 }
  const tokenPair = tokenPairOf(chain.facts, 'V4', targetTokens(request))
  requireOtherPool(position.poolId, request)
  const passage = passageOf(chain.facts, { ...tokens, protocol: 'V4' }, { ...tokenPair, protocol: 'V4' })
  if (request.newPool) requireSorted(tokenPair, ', and initialPrice for that order')
  const wanted = targetPool(chain, request, tokenPair)
  const opened = wanted.created?.sqrtRatioX96
  const target = await readV4(chain, wanted, { wallet, tokenPair, stated: undefined })
  const { key, sqrtRatioX96 } = target.pool
  if (target.manager !== read.manager) throw permissioned()
  for (const { hooks } of [position.key, key]) requirePlainHook(hooks, INSTEAD)
  const quoted = priceBounds && heldToken(chain.facts, 'V4', priceBounds.quotedTokenAddress)
  const range = snapRange(requestedRange(request, tokenPair, quoted), key.tickSpacing)
  const { slippage, deadline } = termsOf(request, now, tokens.token0 === zeroAddress)
  const bounds = Liquidity.boundsOf(position)
  const minima = Slippage.burnMinima({ ...position, bounds, liquidity }, slippage)
  const held = ofBurn(bounds, liquidity, position.fees).at(position.sqrtRatioX96)
  const sure = ofFees(passage.inOtherOrder(plus(minima, position.fees)))
  const plan = reinvest({ sqrtRatioX96, bounds: Liquidity.boundsOf(range) }, sure, slippage)
  if (plan.liquidity === 0n) throw needsSwap(position, held, { isNewPool: opened !== undefined })
  const price = priceGuardOf(tokenPair, plan.priceEnds, range.quote)
  const entered = passage.priceInOtherOrder(sqrtRatioX96)
  const prices = { left: position.sqrtRatioX96, entered, pair: [position.token0, position.token1] as const }
  if (passage.isRewrapped) {
    const move = { passage, target, opened, range, plan, part, minima, held, price, wallet, deadline, percent }
    return withPriceLeft(await moveRewrapped(chain, read, move), prices)
  }
  const moved = { ...plan, rest: minus(held, plan.amounts) }
  const recipe = await moveV4(chain, read, {
    ...{ key, opened, range, plan: moved, part, minima, held, price, wallet, deadline },
    summary: describeRerange(chain, position, { protocol: 'V4', range, ...moved, price, fee: key.fee, percent }),
    warnings: [
      ...priceWarnings(target.market, target.pool, prices.pair),
      ...rangeWarnings(range, sqrtRatioX96),
      ...restWarnings(position, moved),
    ],
  })
  return withPriceLeft(recipe, prices)
}

function permissioned(): ApiError {
  return new ApiError(
    'failed_precondition',
    `A permissioned pool has its own position manager, which cannot take the tokens that another one pays out. ${INSTEAD}`,
    { details: [{ type: 'alternative', value: '/lp/decrease, then /lp/create' }] },
  )
}
