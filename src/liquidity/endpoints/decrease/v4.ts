import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { named } from '#liquidity/deployment.ts'
import type { Amounts } from '#liquidity/math/Liquidity.ts'
import * as V4 from '#liquidity/plans/V4.ts'
import type { Block } from '#liquidity/pools/Snapshot.ts'
import { changesWithdrawals } from '#liquidity/steps/Hooks.ts'
import { measureWithdrawal } from '#liquidity/steps/measureHook.ts'
import { readV4Position } from '#liquidity/steps/readV4Position.ts'
import { requireId } from '#liquidity/steps/requireControl.ts'
import { termsOf } from '#liquidity/steps/Terms.ts'
import { requireOrder, type TokenPair } from '#liquidity/steps/TokenPair.ts'
import { describeAmounts, none, partOf, receives } from '#liquidity/steps/Withdrawal.ts'
import type { DecreaseDraft, DecreaseIntent } from './DecreaseDraft.ts'
import type { DecreaseRequest } from './request.ts'

/** The transaction that removes liquidity from a v4 position and takes it with all fees. */
export async function decreaseV4(
  chain: Chain,
  request: DecreaseRequest,
  { tokenPair, now }: DecreaseIntent,
): Promise<DecreaseDraft> {
  const { walletAddress: wallet, liquidityPercentageToDecrease: percent, burn = false } = request
  const id = requireId(request.nftTokenId, 'V4')
  const { position, block, manager } = await readV4Position(chain, { id, wallet, permissioned: request.permissioned })
  requireOrder(tokenPair, { token0: position.key.currency0, token1: position.key.currency1 }, `Position ${id}`)
  const liquidity = partOf(position.liquidity, percent)
  const { slippage, deadline } = termsOf(request, now, tokenPair.native !== undefined)
  const wanted = { ...position, pool: position, slippage, deadline, positionId: id, liquidity, burn }
  const measured = await withdrawn(chain, wanted, { wallet, to: manager, tokenPair, block })
  const plan = V4.decrease({ ...wanted, shown: measured?.shown && less(measured.shown, position.fees) })
  const summary =
    `Remove ${percent} % of V4 position ${id} on ${named(chain.facts)}${burn ? ' and burn it' : ''}: ` +
    `receive ${describeAmounts(plan.amounts, position)}, and fees of ${describeAmounts(position.fees, position)}.`
  const stated = {
    deadline,
    positionId: id,
    ...(!burn && { liquidity }),
    moves: receives(tokenPair, plan.amounts),
  }
  const { amounts, payload } = plan
  const { fees } = position
  return { to: manager, payload, block, summary, stated, approvals: none, failure: measured?.failure, amounts, fees }
}

// What the withdrawal was seen to pay, fees and all, where the pool's hook has a hand in it.
function withdrawn(
  chain: Chain,
  wanted: V4.Decrease,
  setting: { wallet: Address; to: Address; tokenPair: TokenPair; block: Block },
) {
  if (!changesWithdrawals(wanted.pool.key.hooks)) return undefined
  return measureWithdrawal(chain, setting, (minima) => V4.decrease({ ...wanted, minima }).payload)
}

function less(shown: Amounts, fees: Amounts): Amounts {
  const rest = (amount: bigint, fee: bigint) => (amount > fee ? amount - fee : 0n)
  return { amount0: rest(shown.amount0, fees.amount0), amount1: rest(shown.amount1, fees.amount1) }
}
