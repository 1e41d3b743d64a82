import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { describeAmount, describeRange } from '#liquidity/answer/describe.ts'
import { describeGuard, priceGuardOf } from '#liquidity/answer/PriceGuard.ts'
import { requireId, requireOwner } from '#liquidity/checks/requireControl.ts'
import { requireUntaxed } from '#liquidity/checks/requireUntaxed.ts'
import { named, permissionedManagerOf, v4Of } from '#liquidity/deployment.ts'
import { describeDeposit, draftDeposit, pairOf, watchedTokens } from '#liquidity/deposits/Deposit.ts'
import { planV4Deposit } from '#liquidity/deposits/planV4Deposit.ts'
import { changesDeposits } from '#liquidity/hooks/Hooks.ts'
import * as V4 from '#liquidity/plans/V4.ts'
import { readV4Positions, type V4Position } from '#liquidity/pools/readV4Positions.ts'
import { nativeBudget, withStated } from '#liquidity/request/nativeBudget.ts'
import { type Terms, termsOf, toSeconds } from '#liquidity/request/Terms.ts'
import { requireOrder, type TokenPair } from '#liquidity/request/TokenPair.ts'
import type { IncreaseDraft, IncreaseIntent } from './IncreaseDraft.ts'
import type { IncreaseRequest } from './request.ts'

/** The transaction that adds liquidity to a v4 position, whose fees it pays out at the same time. */
export async function increaseV4(
  chain: Chain,
  request: IncreaseRequest,
  { tokenPair, offer, now }: IncreaseIntent,
): Promise<IncreaseDraft> {
  const { facts } = chain
  const id = requireId(request.nftTokenId, 'V4')
  const manager = request.permissioned ? permissionedManagerOf(facts) : v4Of(facts).positionManager
  const wallet = request.walletAddress
  const found = await read(chain, request, { tokenPair, manager, id })
  const snapshot = withStated(found, request.nativeTokenBalance)
  const position = requireOwner(snapshot.items[0], { id, protocol: 'V4', wallet }, chain)
  const { currency0, currency1 } = position.key
  requireOrder(tokenPair, { token0: currency0, token1: currency1 }, `Position ${id}`)
  const terms = termsOf(request, now, tokenPair.native !== undefined)
  const budget = tokenPair.native && nativeBudget(snapshot, request.nativeTokenBalance)
  const { deposit, plan, ...rest } = await planV4Deposit(chain, {
    ...position,
    wallet,
    manager,
    tokenPair,
    offer,
    snapshot,
    pool: position,
    permit: permitOf(request),
    now: toSeconds(now),
    plan: (given) => V4.increase({ ...wantedOf(position, terms), nativeBudget: budget, offer, ...given }),
  })
  const pair = pairOf(deposit)
  const { fees } = position
  const price = changesDeposits(position.key.hooks) ? undefined : priceGuardOf(tokenPair, V4.depositEnds(plan))
  const summary =
    `Add to V4 position ${id} on ${named(facts)}: pay ${describeDeposit(chain, deposit)}, range ${describeRange(position, pair)}; ` +
    `its fees of ${describeAmount(fees.amount0, pair[0])} and ${describeAmount(fees.amount1, pair[1])} are paid out against that.` +
    (price ? describeGuard(price, pair) : '')
  const stated = { deadline: terms.deadline, positionId: id, liquidity: plan.liquidity }
  await requireUntaxed(chain, 'V4', { deposit, wallet, holder: v4Of(facts).poolManager })
  const draft = draftDeposit(chain, deposit, { summary, stated, price, ...rest })
  return { ...draft, amounts: plan.amounts, slippage: plan.slippage, fees, owner: position.owner }
}

function read(
  chain: Chain,
  request: IncreaseRequest,
  { tokenPair, manager, id }: { tokenPair: TokenPair; manager: Address; id: bigint },
) {
  const { stateView } = v4Of(chain.facts)
  const watch = {
    wallet: request.walletAddress,
    tokens: watchedTokens(tokenPair, request.walletAddress, request.v4BatchPermitData),
    spender: chain.facts.permit2,
    permit2Spender: manager,
  }
  const withGasPrice = tokenPair.native !== undefined && request.nativeTokenBalance !== undefined
  return readV4Positions(chain, { stateView, positionManager: manager }, { ids: [id], watch, withGasPrice })
}

function permitOf({ v4BatchPermitData: permit, signature }: IncreaseRequest) {
  return permit && signature && { permit, signature, field: 'v4BatchPermitData' as const }
}

function wantedOf({ tickLower, tickUpper, key, sqrtRatioX96, id }: V4Position, terms: Terms) {
  return { pool: { key, sqrtRatioX96 }, tickLower, tickUpper, ...terms, positionId: id }
}
