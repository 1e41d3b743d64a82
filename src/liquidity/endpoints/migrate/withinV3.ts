import type { Chain } from '#chain/Chain.ts'
import { priceWarnings } from '#liquidity/answer/marketPrice.ts'
import { priceGuardOf } from '#liquidity/answer/PriceGuard.ts'
import { requireOwner } from '#liquidity/checks/requireControl.ts'
import { heldToken, v3Of } from '#liquidity/deployment.ts'
import { readV3 } from '#liquidity/endpoints/create/readV3.ts'
import { requestedPool } from '#liquidity/endpoints/create/v3Pool.ts'
import { describeRerange, restWarnings } from '#liquidity/endpoints/rerange/describeRerange.ts'
import { ofBurn } from '#liquidity/plans/Reinvestment.ts'
import * as V3 from '#liquidity/plans/V3.ts'
import { readV3Positions } from '#liquidity/pools/readV3Positions.ts'
import { offerOfBoth } from '#liquidity/recipes/moves.ts'
import { moveV3 } from '#liquidity/recipes/moveV3.ts'
import { needsSwap } from '#liquidity/recipes/needsSwap.ts'
import type { Recipe } from '#liquidity/recipes/Recipe.ts'
import { rangeWarnings, requestedRange, snapRange } from '#liquidity/request/Range.ts'
import { requireTokenId } from '#liquidity/request/sourceFields.ts'
import { termsOf } from '#liquidity/request/Terms.ts'
import { requireSorted, tokenPairOf } from '#liquidity/request/TokenPair.ts'
import { partOf } from '#liquidity/withdrawals/Withdrawal.ts'
import { minus } from '#uniswap/amounts.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import { passageOf } from './passage.ts'
import type { MigrateRequest } from './request.ts'
import { requireOtherPool } from './requireOtherPool.ts'
import { targetTokens } from './targetPool.ts'
import { withPriceLeft } from './withPriceLeft.ts'

/** Takes liquidity out of a position and mints one in a pool with another fee, from the guaranteed payout. */
export async function moveWithinV3(chain: Chain, request: MigrateRequest, now: number): Promise<Recipe> {
  const { walletAddress: wallet, liquidityPercentageToDecrease: percent = 100, priceBounds } = request
  const id = requireTokenId(request)
  const watch = { wallet, tokens: [] }
  const { items, block } = await readV3Positions(chain, v3Of(chain.facts), { ids: [id], watch })
  const position = requireOwner(items[0], { id, protocol: 'V3', wallet }, chain)
  const tokens = { token0: position.token0.address, token1: position.token1.address }
  const tokenPair = { ...tokenPairOf(chain.facts, 'V3', targetTokens(request)), native: undefined }
  requireOtherPool(position.pool, request)
  passageOf(chain.facts, { ...tokens, protocol: 'V3' }, { ...tokenPair, protocol: 'V3' })
  if (request.newPool) requireSorted(tokenPair, ', and initialPrice for that order')
  const wanted = requestedPool(request, tokenPair)
  const { pool, market } = await readV3(chain, wanted, { wallet, tokenPair, stated: undefined })
  const quoted = priceBounds && heldToken(chain.facts, 'V3', priceBounds.quotedTokenAddress)
  const range = snapRange(requestedRange(request, tokenPair, quoted), pool.tickSpacing)
  const terms = termsOf(request, now)
  const liquidity = partOf(position.liquidity, percent, 'V3')
  const bounds = Liquidity.boundsOf(position)
  const removed = Slippage.burnMinima({ sqrtRatioX96: position.sqrtRatioX96, bounds, liquidity }, terms.slippage)
  const held = ofBurn(bounds, liquidity, position.fees).at(position.sqrtRatioX96)
  const offer = offerOfBoth(pool.sqrtRatioX96, range, removed)
  const plan = V3.create({ pool, offer, ...range, ...terms, wallet, initialise: false })
  if (plan.liquidity === 0n) throw needsSwap(position, held, { isNewPool: wanted.created !== undefined })
  const price = priceGuardOf(tokens, V3.depositEnds(plan), range.quote)
  const moved = { amounts: plan.amounts, rest: minus(held, plan.amounts) }
  const pair = [position.token0, position.token1] as const
  const recipe = await moveV3(
    chain,
    { position, block },
    {
      opened: wanted.created?.initialPrice,
      ...{ fee: pool.fee, range, plan, liquidity, removed, held, price, wallet, terms },
      summary: describeRerange(chain, position, { protocol: 'V3', range, ...moved, price, fee: pool.fee, percent }),
      warnings: [
        ...priceWarnings(market, pool, pair),
        ...rangeWarnings(range, pool.sqrtRatioX96),
        ...restWarnings(position, moved),
      ],
    },
  )
  return withPriceLeft(recipe, { left: position.sqrtRatioX96, entered: pool.sqrtRatioX96, pair })
}
