import type { Chain } from '#chain/Chain.ts'
import { priceGuardOf } from '#liquidity/answer/PriceGuard.ts'
import { approveSpendings } from '#liquidity/approvals/Approval.ts'
import * as calldata from '#liquidity/calldata/v3.ts'
import { requireOwner } from '#liquidity/checks/requireControl.ts'
import { v3Of } from '#liquidity/deployment.ts'
import { ofBurn } from '#liquidity/plans/Reinvestment.ts'
import * as V3 from '#liquidity/plans/V3.ts'
import { readV3Positions } from '#liquidity/pools/readV3Positions.ts'
import { asDesired } from '#liquidity/recipes/asTerms.ts'
import { arrivalGuard, minimaGuard } from '#liquidity/recipes/guards.ts'
import { less, offerOfBoth, paysAndReceives, spendingsOf, sumsOf } from '#liquidity/recipes/moves.ts'
import { needsSwap } from '#liquidity/recipes/needsSwap.ts'
import type { Recipe } from '#liquidity/recipes/Recipe.ts'
import { limitsThroughWallet, readWallet } from '#liquidity/recipes/throughWallet.ts'
import { rangeWarnings } from '#liquidity/request/Range.ts'
import { termsOf } from '#liquidity/request/Terms.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import * as PriceEnds from '#uniswap/PriceEnds.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import { describeRerange, restWarnings } from './describeRerange.ts'
import { newRange } from './newRange.ts'
import type { RerangeRequest } from './request.ts'

/** Empties the position into the wallet and mints another from there. The old one is not burned: dust would stop all of it. */
export async function rerangeV3(chain: Chain, request: RerangeRequest, now: number): Promise<Recipe> {
  const contracts = v3Of(chain.facts)
  const { walletAddress: wallet, tokenId: id } = request
  const { items, block } = await readV3Positions(chain, contracts, { ids: [id], watch: { wallet, tokens: [] } })
  const position = requireOwner(items[0], { id, protocol: 'V3', wallet }, chain)
  const range = newRange(chain, request, position)
  const { fees, sqrtRatioX96, fee } = position
  const tokens = { token0: position.token0.address, token1: position.token1.address }
  const terms = termsOf(request, now)
  const burned = { sqrtRatioX96, bounds: Liquidity.boundsOf(position), liquidity: position.liquidity }
  const funds = ofBurn(burned.bounds, burned.liquidity, fees).at(sqrtRatioX96)
  const offer = offerOfBoth(sqrtRatioX96, range, funds)
  const pool = { ...tokens, fee, sqrtRatioX96 }
  const plan = V3.create({ pool, offer, ...range, ...terms, wallet, initialise: false })
  const { liquidity, minima, limits: desired, amounts } = plan
  if (liquidity === 0n) throw needsSwap(position, funds)
  const removed = Slippage.burnMinima(burned, terms.slippage)
  const { holdings, warnings } = await readWallet(chain, position, { wallet, amounts: funds })
  const ends = PriceEnds.narrower(PriceEnds.ofMinima(burned, removed), V3.depositEnds(plan))
  const price = priceGuardOf(tokens, ends, range.quote)
  const rest = less(funds, amounts)
  const minimumLiquidity = V3.leastLiquidity(plan)
  const paidOut = Liquidity.amountsDown(sqrtRatioX96, burned.bounds, burned.liquidity)
  return {
    to: contracts.positionManager,
    payload: calldata.rerange({
      ...tokens,
      ...range,
      fee,
      positionId: id,
      liquidity: position.liquidity,
      removed,
      desired,
      minima,
      recipient: wallet,
      deadline: terms.deadline,
    }),
    block,
    summary: describeRerange(chain, position, { protocol: 'V3', range, amounts, rest, price }),
    stated: {
      deadline: terms.deadline,
      positionId: id,
      ticks: range,
      terms: { fee, ...asDesired(desired), ...minimaOfBoth(removed, minima) },
      liquidity: position.liquidity,
      moves: paysAndReceives(tokens, plan, { amounts: paidOut, least: removed }),
    },
    limits: {
      ...limitsThroughWallet(chain, { tokens, least: removed, most: desired }),
      price,
      liquidity: minimumLiquidity,
    },
    warnings: [...warnings, ...rangeWarnings(range, sqrtRatioX96), ...restWarnings(position, { amounts, rest })],
    approvals: () => approveSpendings(spendingsOf(holdings, desired), contracts.positionManager),
    tokens: [position.token0, position.token1],
    owner: position.owner,
    slippage: terms.slippage,
    spent: sumsOf(tokens, amounts),
    received: sumsOf(tokens, rest),
    position: { ...range, expectedLiquidity: liquidity, minimumLiquidity },
    guards: [arrivalGuard(position, removed), minimaGuard(position, minima)],
  }
}

// Those of the withdrawal, then those of the deposit.
function minimaOfBoth(removed: Liquidity.Amounts, minima: Liquidity.Amounts) {
  return { amount0Min: [removed.amount0, minima.amount0], amount1Min: [removed.amount1, minima.amount1] }
}
