import { zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { named } from '#liquidity/deployment.ts'
import { draftDecrease } from '#liquidity/endpoints/decrease/draftDecrease.ts'
import { restWarnings } from '#liquidity/endpoints/rerange/describeRerange.ts'
import { arrivalGuard, costGuard } from '#liquidity/recipes/guards.ts'
import { jointLimits } from '#liquidity/recipes/jointLimits.ts'
import { mostOf, sumsOf } from '#liquidity/recipes/moves.ts'
import { offMarket } from '#liquidity/recipes/offMarket.ts'
import { asRemoval, leastOf, paidOutOf, sureAmounts, tokensOf } from '#liquidity/recipes/removal.ts'
import type { Steps } from '#liquidity/recipes/Steps.ts'
import { termsOf } from '#liquidity/request/Terms.ts'
import { tokenPairOf } from '#liquidity/request/TokenPair.ts'
import { describeAmounts } from '#liquidity/withdrawals/Withdrawal.ts'
import { minus } from '#uniswap/amounts.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import { draftTarget } from './draftTarget.ts'
import { passageOf } from './passage.ts'
import { readSource } from './readSource.ts'
import { reasonOf } from './reasonOf.ts'
import type { MigrateRequest } from './request.ts'
import { targetTokens } from './targetPool.ts'
import { withPriceLeft } from './withPriceLeft.ts'

/** Removes liquidity to the wallet, and adds the guaranteed amounts to another pool. */
export async function stepsBetween(chain: Chain, request: MigrateRequest, now: number) {
  const { protocol, targetProtocol, walletAddress: wallet, liquidityPercentageToDecrease: percent = 100 } = request
  const source = await readSource(chain, request)
  const names = { token0Address: source.token0.address, token1Address: source.token1.address }
  const held = tokenPairOf(chain.facts, protocol, names)
  const target = tokenPairOf(chain.facts, targetProtocol, targetTokens(request))
  const passage = passageOf(chain.facts, { ...held, protocol }, { ...target, protocol: targetProtocol })
  const terms = termsOf(request, now, passage.leaving.includes(zeroAddress))
  const alike = { ...request, slippageTolerance: Slippage.toPercent(terms.slippage) }
  const asked = asRemoval(alike, { names, percent, nftTokenId: request.tokenId, isUnwrapped: passage.isUnwrapped })
  const [removal, warnings] = await Promise.all([
    draftDecrease(chain, asked, { tokenPair: held, now }),
    offMarket(chain, source),
  ])
  const amounts = passage.inOtherOrder(sureAmounts(removal))
  const pair = tokensOf(removal)
  const { entering } = passage
  const ordered = entering[0] === passage.leaving[0] ? pair : { token0: pair.token1, token1: pair.token0 }
  const deposit = await draftTarget(chain, alike, { entering, amounts, pair: ordered, terms, now })
  const added = passage.inOtherOrder(deposit.amounts)
  const rest = minus(paidOutOf(removal), added)
  const [token0, token1] = passage.leaving
  const steps: Steps = {
    drafts: [removal, deposit],
    approvals: () => [...source.approvals(), ...deposit.approvals()],
    limits: {
      ...jointLimits([removal.limits, deposit.limits]),
      price: deposit.limits.price,
      liquidity: deposit.created?.minted.minimumLiquidity,
    },
    summary:
      `Move ${source.what} on ${named(chain.facts)} to ${targetProtocol} in two transactions: remove it, then add ` +
      `${describeAmounts(added, pair)}. ${describeAmounts(rest, pair)} stay in the wallet: only the amounts that the ` +
      'removal guarantees are added, without its fees.',
    owner: wallet,
    slippage: deposit.slippage,
    received: sumsOf({ token0, token1 }, rest),
    guards: [arrivalGuard(pair, leastOf(removal)), costGuard(tokensOf(deposit), mostOf(deposit))],
    warnings: [
      ...(removal.warnings ?? []),
      ...warnings,
      ...(deposit.warnings ?? []),
      ...restWarnings(source, { amounts: added, rest }),
    ],
    reason: reasonOf(protocol, targetProtocol),
    alternatives: ['/lp/decrease'],
  }
  const entered = passage.priceInOtherOrder(deposit.sqrtRatioX96)
  const prices = { left: source.sqrtRatioX96, entered, pair: [source.token0, source.token1] as const }
  return { steps: withPriceLeft(steps, prices), spent: sumsOf({ token0, token1 }, added), created: deposit.created }
}
