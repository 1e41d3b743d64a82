import type { Chain } from '#chain/Chain.ts'
import { named, v3Of } from '#liquidity/deployment.ts'
import * as V3 from '#liquidity/plans/V3.ts'
import { readV3Positions, type V3Position } from '#liquidity/pools/V3Positions.ts'
import { requireControl, requireId } from '#liquidity/steps/positionAccess.ts'
import { requireOrder } from '#liquidity/steps/sides.ts'
import { termsOf } from '#liquidity/steps/terms.ts'
import { amountsWords, none, partOf, receives, wrappedSide } from '#liquidity/steps/withdrawal.ts'
import type { DecreaseDraft, DecreaseRequest, DecreaseWish } from './decrease.ts'

/** The transaction that removes liquidity from a v3 position and collects it with all fees. */
export async function decreaseV3(
  chain: Chain,
  request: DecreaseRequest,
  { sides, now }: DecreaseWish,
): Promise<DecreaseDraft> {
  const contracts = v3Of(chain.facts)
  const { walletAddress: wallet, liquidityPercentageToDecrease: percent, burn = false } = request
  const id = requireId(request.nftTokenId, 'V3')
  const terms = termsOf(request, now)
  const { items, block } = await readV3Positions(chain, contracts, { ids: [id], watch: { wallet, tokens: [] } })
  const position = requireControl(items[0], { id, protocol: 'V3', wallet }, chain)
  requireOrder(sides, { token0: position.token0.address, token1: position.token1.address }, `Position ${id}`)
  const liquidity = partOf(position.liquidity, percent)
  const unwrap = unwrapping(chain, position, request.withdrawAsWeth)
  const plan = V3.decrease({ ...position, ...terms, positionId: id, liquidity, burn, recipient: wallet, unwrap })
  const words =
    `Remove ${percent} % of V3 position ${id} on ${named(chain.facts)}${burn ? ' and burn it' : ''}: ` +
    `receive ${amountsWords(plan.amounts, position)}, and fees of ${amountsWords(position.fees, position)}` +
    `${unwrap ? ', unwrapped' : ''}.`
  return {
    to: contracts.positionManager,
    payload: plan.payload,
    block,
    words,
    stated: { deadline: terms.deadline, positionId: id, liquidity, moves: receives(sides, plan.amounts) },
    approvals: none,
    amounts: plan.amounts,
    fees: position.fees,
  }
}

/** How to hand out the wrapped side as native currency, where the request asks for that. */
export function unwrapping(chain: Chain, position: V3Position, asWeth: boolean | undefined) {
  const side = asWeth === false ? wrappedSide(chain.facts, position) : undefined
  if (!side) return undefined
  return { side, otherToken: position[side === 'token0' ? 'token1' : 'token0'].address }
}
