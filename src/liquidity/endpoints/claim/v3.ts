import type { Chain } from '#chain/Chain.ts'
import * as v3 from '#liquidity/calldata/v3.ts'
import { requireControl } from '#liquidity/checks/requireControl.ts'
import { named, v3Of } from '#liquidity/deployment.ts'
import { readV3Positions } from '#liquidity/pools/readV3Positions.ts'
import {
  describeAmounts,
  NEITHER,
  none,
  positionWarnings,
  receives,
  unwrapping,
  withdrawalLimits,
} from '#liquidity/withdrawals/Withdrawal.ts'
import { withdrawalTax } from '#liquidity/withdrawals/withdrawalTax.ts'
import type { ClaimDraft } from './ClaimDraft.ts'
import { lessTolerance } from './lessTolerance.ts'
import type { ClaimRequest } from './request.ts'

/** The transaction that collects the fees of a v3 position. */
export async function claimV3(chain: Chain, request: ClaimRequest): Promise<ClaimDraft> {
  const contracts = v3Of(chain.facts)
  const { walletAddress: wallet, tokenId: id } = request
  const { items, block } = await readV3Positions(chain, contracts, { ids: [id], watch: { wallet, tokens: [] } })
  const position = requireControl(items[0], { id, protocol: 'V3', wallet }, chain)
  const unwrap = unwrapping(chain, position, request.collectAsWeth)
  const tax = await withdrawalTax(chain, { ...position, amounts: position.fees, holder: position.pool, wallet })
  const pair = { token0: position.token0.address, token1: position.token1.address }
  // Unwrapping passes through the manager, which checks a minimum; other collections can leave one unit less.
  const minima = unwrap ? tax.left(lessTolerance(position.fees)) : position.fees
  const collected = {
    amounts: position.fees,
    least: tax.left(minima),
    held: unwrap ? tax.isWhole : NEITHER,
    enforced: unwrap ? tax.isEnforced : NEITHER,
    unwrapped: unwrap?.side,
  }
  return {
    to: contracts.positionManager,
    payload: v3.claim(id, { recipient: wallet, unwrap }, minima),
    block,
    summary:
      `Collect the fees of V3 position ${id} on ${named(chain.facts)}: ` +
      `receive ${describeAmounts(position.fees, position)}${unwrap ? ', unwrapped' : ''}.`,
    stated: { positionId: id, moves: receives(pair, collected) },
    limits: withdrawalLimits(pair, collected),
    warnings: [...tax.warnings, ...positionWarnings(position, { wallet })],
    owner: position.owner,
    approvals: none,
    tokens: [position.token0, position.token1],
    ...pair,
    amounts: position.fees,
  }
}
