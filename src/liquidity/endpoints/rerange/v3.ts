import type { Chain } from '#chain/Chain.ts'
import { priceGuardOf } from '#liquidity/answer/PriceGuard.ts'
import { requireOwner } from '#liquidity/checks/requireControl.ts'
import { v3Of } from '#liquidity/deployment.ts'
import { ofBurn } from '#liquidity/plans/Reinvestment.ts'
import * as V3 from '#liquidity/plans/V3.ts'
import { readV3Positions } from '#liquidity/pools/readV3Positions.ts'
import { offerOfBoth } from '#liquidity/recipes/moves.ts'
import { moveV3 } from '#liquidity/recipes/moveV3.ts'
import { needsSwap } from '#liquidity/recipes/needsSwap.ts'
import type { Recipe } from '#liquidity/recipes/Recipe.ts'
import { rangeWarnings } from '#liquidity/request/Range.ts'
import { termsOf } from '#liquidity/request/Terms.ts'
import { partOf } from '#liquidity/withdrawals/Withdrawal.ts'
import { minus } from '#uniswap/amounts.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import * as PriceEnds from '#uniswap/PriceEnds.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import { describeRerange, restWarnings } from './describeRerange.ts'
import { newRange, requireLiquidity } from './newRange.ts'
import type { RerangeRequest } from './request.ts'

/** Moves a position within its pool, so that both halves have the same price. */
export async function rerangeV3(chain: Chain, request: RerangeRequest, now: number): Promise<Recipe> {
  const { walletAddress: wallet, tokenId: id, liquidityPercentageToDecrease: percent = 100 } = request
  const watch = { wallet, tokens: [] }
  const { items, block } = await readV3Positions(chain, v3Of(chain.facts), { ids: [id], watch })
  const position = requireOwner(items[0], { id, protocol: 'V3', wallet }, chain)
  requireLiquidity('V3', position)
  const { fees, sqrtRatioX96, fee } = position
  const liquidity = partOf(position.liquidity, percent, 'V3')
  const tokens = { token0: position.token0.address, token1: position.token1.address }
  const terms = termsOf(request, now)
  const burned = { sqrtRatioX96, bounds: Liquidity.boundsOf(position), liquidity }
  const held = ofBurn(burned.bounds, liquidity, fees).at(sqrtRatioX96)
  const range = newRange(chain, request, { ...position, held })
  const offer = offerOfBoth(sqrtRatioX96, range, held)
  const pool = { ...tokens, fee, sqrtRatioX96 }
  const plan = V3.create({ pool, offer, ...range, ...terms, wallet, initialise: false })
  if (plan.liquidity === 0n) throw needsSwap(position, held)
  const removed = Slippage.burnMinima(burned, terms.slippage)
  const ends = PriceEnds.narrower(PriceEnds.ofMinima(burned, removed), V3.depositEnds(plan))
  const price = priceGuardOf(tokens, ends, range.quote)
  const moved = { amounts: plan.amounts, rest: minus(held, plan.amounts) }
  return moveV3(
    chain,
    { position, block },
    {
      ...{ fee, range, plan, liquidity, removed, held, price, wallet, terms },
      summary: describeRerange(chain, position, { protocol: 'V3', range, ...moved, price, percent }),
      warnings: [...rangeWarnings(range, sqrtRatioX96), ...restWarnings(position, moved)],
    },
  )
}
