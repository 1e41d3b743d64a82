import { zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { priceGuardOf } from '#liquidity/answer/PriceGuard.ts'
import { requireOwner } from '#liquidity/checks/requireControl.ts'
import { ofBurn, reinvest } from '#liquidity/plans/Reinvestment.ts'
import { readV4Position } from '#liquidity/pools/readV4Position.ts'
import { moveV4 } from '#liquidity/recipes/moveV4.ts'
import { needsSwap } from '#liquidity/recipes/needsSwap.ts'
import type { Recipe } from '#liquidity/recipes/Recipe.ts'
import { requirePlainHook } from '#liquidity/recipes/requirePlainHook.ts'
import { rangeWarnings } from '#liquidity/request/Range.ts'
import { termsOf } from '#liquidity/request/Terms.ts'
import { partOf } from '#liquidity/withdrawals/Withdrawal.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import * as PriceEnds from '#uniswap/PriceEnds.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import { describeRerange, restWarnings } from './describeRerange.ts'
import { newRange, requireLiquidity } from './newRange.ts'
import type { RerangeRequest } from './request.ts'

/** Moves a position within its pool, so that both halves have the same price. */
export async function rerangeV4(chain: Chain, request: RerangeRequest, now: number): Promise<Recipe> {
  const { walletAddress: wallet, tokenId: id, permissioned, liquidityPercentageToDecrease: percent = 100 } = request
  const read = await readV4Position(chain, { id, wallet, permissioned })
  const position = requireOwner(read.position, { id, protocol: 'V4', wallet, permissioned }, chain)
  const { key, fees, sqrtRatioX96 } = position
  requirePlainHook(key.hooks, 'Use /lp/decrease, then /lp/create.')
  requireLiquidity('V4', position)
  const { slippage, deadline } = termsOf(request, now, key.currency0 === zeroAddress)
  const liquidity = partOf(position.liquidity, percent, 'V4')
  const part = percent === 100 ? undefined : liquidity
  const burned = { sqrtRatioX96, bounds: Liquidity.boundsOf(position), liquidity }
  const funds = ofBurn(burned.bounds, burned.liquidity, fees)
  const held = funds.at(sqrtRatioX96)
  const range = newRange(chain, request, { ...position, tickSpacing: key.tickSpacing, held })
  const plan = reinvest({ sqrtRatioX96, bounds: Liquidity.boundsOf(range) }, funds, slippage)
  if (plan.liquidity === 0n) throw needsSwap(position, held)
  const minima = Slippage.burnMinima(burned, plan.slippage)
  const ends = PriceEnds.narrower(PriceEnds.ofMinima(burned, minima), plan.priceEnds)
  const price = priceGuardOf({ token0: key.currency0, token1: key.currency1 }, ends, range.quote)
  return moveV4(chain, read, {
    ...{ key, range, plan, part, minima, held, price, wallet, deadline },
    summary: describeRerange(chain, position, { protocol: 'V4', range, ...plan, price, percent }),
    warnings: [...rangeWarnings(range, sqrtRatioX96), ...restWarnings(position, plan)],
  })
}
