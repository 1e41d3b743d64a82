import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { priceGuardOf } from '#liquidity/answer/PriceGuard.ts'
import { requireId } from '#liquidity/checks/requireControl.ts'
import { named, v4Of } from '#liquidity/deployment.ts'
import { changesWithdrawals } from '#liquidity/hooks/Hooks.ts'
import { measureWithdrawal } from '#liquidity/hooks/measureHook.ts'
import { currenciesOf } from '#liquidity/plans/currenciesOf.ts'
import * as V4 from '#liquidity/plans/V4.ts'
import { readV4Position } from '#liquidity/pools/readV4Position.ts'
import type { Block } from '#liquidity/pools/Snapshot.ts'
import { termsOf } from '#liquidity/request/Terms.ts'
import { requireOrder, type TokenPair } from '#liquidity/request/TokenPair.ts'
import {
  describeAmounts,
  describeReceived,
  keptWarnings,
  none,
  partOf,
  positionWarnings,
  receives,
  withdrawalLimits,
} from '#liquidity/withdrawals/Withdrawal.ts'
import { withdrawalTax } from '#liquidity/withdrawals/withdrawalTax.ts'
import { NOTHING, plus, surplus } from '#uniswap/amounts.ts'
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
  const liquidity = partOf(position.liquidity, percent, 'V4')
  const { slippage, deadline } = termsOf(request, now, tokenPair.native !== undefined)
  const wanted = { ...position, pool: position, slippage, deadline, positionId: id, liquidity, burn }
  const measured = await measureBesideHook(chain, wanted, { wallet, to: manager, tokenPair, block })
  const moved = measured && 'moved' in measured ? surplus(measured.moved, position.fees) : undefined
  const { amounts, computed, payload, priceEnds, most, limits: least } = V4.decrease({ ...wanted, shown: moved })
  const { poolManager: holder } = v4Of(chain.facts)
  const tax = await withdrawalTax(chain, {
    ...position,
    amounts: plus(amounts, position.fees),
    most: plus(most, position.fees),
    holder,
    wallet,
  })
  const received = { amounts, least: tax.left(least), held: tax.isWhole, enforced: tax.isEnforced }
  const price = measured ? undefined : priceGuardOf(tokenPair, priceEnds)
  const summary =
    `Remove ${percent} % of V4 position ${id} on ${named(chain.facts)}${burn ? ' and burn it' : ''}: ` +
    `receive ${describeReceived(received, position)}, and fees of ${describeAmounts(position.fees, position)}.`
  const moves = receives(tokenPair, received)
  return {
    to: manager,
    payload,
    block,
    summary,
    stated: { deadline, positionId: id, ...(!burn && { liquidity }), moves, terms: currenciesOf(position.key) },
    limits: { ...withdrawalLimits(tokenPair, received), price },
    warnings: [
      ...keptWarnings(position, surplus(computed, amounts)),
      ...tax.warnings,
      ...positionWarnings(position, { wallet, burn }),
    ],
    approvals: none,
    tokens: [position.token0, position.token1],
    failure: measured && 'failure' in measured ? measured.failure : undefined,
    amounts,
    fees: position.fees,
    owner: position.owner,
  }
}

// Simulates the withdrawal where the pool's hook can change the amounts; fees are included.
function measureBesideHook(
  chain: Chain,
  wanted: V4.DecreaseRequest,
  transaction: { wallet: Address; to: Address; tokenPair: TokenPair; block: Block },
) {
  if (!changesWithdrawals(wanted.pool.key.hooks)) return undefined
  const { payload } = V4.decrease({ ...wanted, minima: NOTHING })
  return measureWithdrawal(chain, { ...transaction, payload })
}
