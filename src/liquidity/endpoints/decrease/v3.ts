import type { Chain } from '#chain/Chain.ts'
import { priceGuardOf } from '#liquidity/answer/PriceGuard.ts'
import { requireControl, requireId } from '#liquidity/checks/requireControl.ts'
import { named, v3Of } from '#liquidity/deployment.ts'
import * as V3 from '#liquidity/plans/V3.ts'
import { readV3Positions } from '#liquidity/pools/readV3Positions.ts'
import { termsOf } from '#liquidity/request/Terms.ts'
import { requireOrder } from '#liquidity/request/TokenPair.ts'
import {
  describeAmounts,
  describeReceived,
  none,
  partOf,
  positionWarnings,
  receives,
  unwrapping,
  withdrawalLimits,
} from '#liquidity/withdrawals/Withdrawal.ts'
import { withdrawalTax } from '#liquidity/withdrawals/withdrawalTax.ts'
import { plus } from '#uniswap/amounts.ts'
import type { DecreaseDraft, DecreaseIntent } from './DecreaseDraft.ts'
import type { DecreaseRequest } from './request.ts'

/** The transaction that removes liquidity from a v3 position and collects it with all fees. */
export async function decreaseV3(
  chain: Chain,
  request: DecreaseRequest,
  { tokenPair, now }: DecreaseIntent,
): Promise<DecreaseDraft> {
  const contracts = v3Of(chain.facts)
  const { walletAddress: wallet, liquidityPercentageToDecrease: percent, burn = false } = request
  const id = requireId(request.nftTokenId, 'V3')
  const terms = termsOf(request, now)
  const { items, block } = await readV3Positions(chain, contracts, { ids: [id], watch: { wallet, tokens: [] } })
  const position = requireControl(items[0], { id, protocol: 'V3', wallet }, chain)
  requireOrder(tokenPair, { token0: position.token0.address, token1: position.token1.address }, `Position ${id}`)
  const liquidity = partOf(position.liquidity, percent, 'V3')
  const unwrap = unwrapping(chain, position, request.withdrawAsWeth)
  const plan = V3.decrease({ ...position, ...terms, positionId: id, liquidity, burn, recipient: wallet, unwrap })
  const amounts = plus(plan.amounts, position.fees)
  const most = plus(plan.most, position.fees)
  const tax = await withdrawalTax(chain, { ...position, amounts, most, holder: position.pool, wallet })
  // When the other side is unwrapped, the token passes through the manager, so it is taxed twice.
  const least = tax.left(plan.limits, unwrap ? 2 : 1)
  const withdrawn = {
    amounts: plan.amounts,
    least,
    held: tax.isWhole,
    enforced: tax.isEnforced,
    unwrapped: unwrap?.side,
  }
  const price = priceGuardOf(tokenPair, plan.priceEnds)
  const summary =
    `Remove ${percent} % of V3 position ${id} on ${named(chain.facts)}${burn ? ' and burn it' : ''}: ` +
    `receive ${describeReceived(withdrawn, position)}, and fees of ${describeAmounts(position.fees, position)}` +
    `${unwrap ? ', unwrapped' : ''}.`
  return {
    to: contracts.positionManager,
    payload: plan.payload,
    block,
    summary,
    stated: {
      deadline: terms.deadline,
      positionId: id,
      liquidity,
      moves: receives(tokenPair, withdrawn),
      terms: { amount0Min: plan.limits.amount0, amount1Min: plan.limits.amount1 },
    },
    limits: { ...withdrawalLimits(tokenPair, withdrawn), price },
    warnings: [...tax.warnings, ...positionWarnings(position, { wallet, burn })],
    approvals: none,
    tokens: [position.token0, position.token1],
    amounts: plan.amounts,
    fees: position.fees,
    owner: position.owner,
  }
}
