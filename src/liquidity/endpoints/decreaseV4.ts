import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { named, permissionedManagerOf, v4Of } from '#liquidity/deployment.ts'
import type { Amounts } from '#liquidity/math/Liquidity.ts'
import * as V4 from '#liquidity/plans/V4.ts'
import type { Block } from '#liquidity/pools/Snapshot.ts'
import { readV4Positions, type V4Position } from '#liquidity/pools/V4Positions.ts'
import { changesWithdrawals } from '#liquidity/steps/hooks.ts'
import { requireControl, requireId } from '#liquidity/steps/positionAccess.ts'
import { requireOrder, type Sides } from '#liquidity/steps/sides.ts'
import { termsOf } from '#liquidity/steps/terms.ts'
import { trialWithdrawal } from '#liquidity/steps/trial.ts'
import { amountsWords, none, partOf, receives } from '#liquidity/steps/withdrawal.ts'
import type { DecreaseDraft, DecreaseRequest, DecreaseWish } from './decrease.ts'

/** The transaction that removes liquidity from a v4 position and takes it with all fees. */
export async function decreaseV4(
  chain: Chain,
  request: DecreaseRequest,
  { sides, now }: DecreaseWish,
): Promise<DecreaseDraft> {
  const { walletAddress: wallet, liquidityPercentageToDecrease: percent, burn = false } = request
  const id = requireId(request.nftTokenId, 'V4')
  const { position, block, manager } = await readPosition(chain, { id, wallet, permissioned: request.permissioned })
  requireOrder(sides, { token0: position.key.currency0, token1: position.key.currency1 }, `Position ${id}`)
  const liquidity = partOf(position.liquidity, percent)
  const { slippage, deadline } = termsOf(request, now, sides.native !== undefined)
  const wanted = { ...position, pool: position, slippage, deadline, positionId: id, liquidity, burn }
  const trial = await withdrawn(chain, position, { wallet, to: manager, sides, block, wanted })
  const plan = V4.decrease({ ...wanted, shown: trial?.shown && less(trial.shown, position.fees) })
  const words =
    `Remove ${percent} % of V4 position ${id} on ${named(chain.facts)}${burn ? ' and burn it' : ''}: ` +
    `receive ${amountsWords(plan.amounts, position)}, and fees of ${amountsWords(position.fees, position)}.`
  const stated = {
    deadline,
    positionId: id,
    ...(!burn && { liquidity }),
    moves: receives(sides, plan.amounts),
  }
  const { amounts, payload } = plan
  const { fees } = position
  return { to: manager, payload, block, words, stated, approvals: none, failure: trial?.failure, amounts, fees }
}

type Sought = { readonly id: bigint; readonly wallet: Address; readonly permissioned: boolean | undefined }

/** A v4 position that the wallet may change, and the manager that keeps it. */
export async function readPosition(chain: Chain, { id, wallet, permissioned }: Sought) {
  const { stateView, positionManager } = v4Of(chain.facts)
  const manager = permissioned ? permissionedManagerOf(chain.facts) : positionManager
  const contracts = { stateView, positionManager: manager }
  const { items, block } = await readV4Positions(chain, contracts, { ids: [id], watch: { wallet, tokens: [] } })
  return { position: requireControl(items[0], { id, protocol: 'V4', wallet }, chain), block, manager }
}

type Withdrawing = {
  readonly wallet: Address
  readonly to: Address
  readonly sides: Sides
  readonly block: Block
  readonly wanted: V4.Decrease
}

// What the withdrawal was seen to pay, fees and all, where the pool's hook has a hand in it.
function withdrawn(chain: Chain, { key }: V4Position, { wanted, ...setting }: Withdrawing) {
  if (!changesWithdrawals(key.hooks)) return undefined
  return trialWithdrawal(chain, setting, (minima) => V4.decrease({ ...wanted, minima }).payload)
}

function less(shown: Amounts, fees: Amounts): Amounts {
  const rest = (amount: bigint, fee: bigint) => (amount > fee ? amount - fee : 0n)
  return { amount0: rest(shown.amount0, fees.amount0), amount1: rest(shown.amount1, fees.amount1) }
}
