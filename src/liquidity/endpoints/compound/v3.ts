import { zeroAddress } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { describeFee } from '#liquidity/answer/describe.ts'
import { priceGuardOf } from '#liquidity/answer/PriceGuard.ts'
import { approveSpendings } from '#liquidity/approvals/Approval.ts'
import * as calldata from '#liquidity/calldata/v3.ts'
import { requireOwner } from '#liquidity/checks/requireControl.ts'
import { v3Of } from '#liquidity/deployment.ts'
import * as V3 from '#liquidity/plans/V3.ts'
import { readV3Positions, type V3Position } from '#liquidity/pools/readV3Positions.ts'
import { asDesired, asMinima } from '#liquidity/recipes/asTerms.ts'
import { arrivalGuard, minimaGuard } from '#liquidity/recipes/guards.ts'
import { offerOfBoth, paysAndReceives, spendingsOf, sumsOf } from '#liquidity/recipes/moves.ts'
import type { Recipe } from '#liquidity/recipes/Recipe.ts'
import { limitsThroughWallet, readWallet } from '#liquidity/recipes/throughWallet.ts'
import { termsOf } from '#liquidity/request/Terms.ts'
import { unwrapping } from '#liquidity/withdrawals/Withdrawal.ts'
import { minus } from '#uniswap/amounts.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import { describeCompound } from './describeCompound.ts'
import { nothingToCompound } from './nothingToCompound.ts'
import type { CompoundRequest } from './request.ts'

/** Collects the fees to the wallet and adds them again, with minima that ensure that the fees alone pay for it. */
export async function compoundV3(chain: Chain, request: CompoundRequest, now: number): Promise<Recipe> {
  const contracts = v3Of(chain.facts)
  const { walletAddress: wallet, tokenId: id } = request
  const { items, block } = await readV3Positions(chain, contracts, { ids: [id], watch: { wallet, tokens: [] } })
  const position = requireOwner(items[0], { id, protocol: 'V3', wallet }, chain)
  const { deadline, slippage } = termsOf(request, now)
  const native = unwrapping(chain, position, request.collectAsWeth)?.side
  const fees = certainFees(position)
  const plan = V3.increase({
    ...position,
    positionId: id,
    offer: offerOfBoth(position.sqrtRatioX96, position, fees),
    deadline,
    slippage,
    native,
  })
  if (plan.liquidity === 0n) throw nothingToCompound('V3', position)
  const tokens = { token0: position.token0.address, token1: position.token1.address }
  const { holdings, nativeBalance, warnings } = await readWallet(chain, position, { wallet, amounts: position.fees })
  const desired = plan.limits
  const payload = calldata.compound({
    ...tokens,
    positionId: id,
    desired,
    minima: plan.minima,
    deadline,
    native,
    recipient: wallet,
    fees,
  })
  requireNative(chain, payload.value, nativeBalance)
  const price = priceGuardOf(tokens, V3.depositEnds(plan))
  const rest = minus(position.fees, plan.amounts)
  const asPaid = {
    token0: native === 'token0' ? zeroAddress : tokens.token0,
    token1: native === 'token1' ? zeroAddress : tokens.token1,
  }
  const { liquidity } = plan
  const minimumLiquidity = V3.leastLiquidity(plan)
  return {
    to: contracts.positionManager,
    payload,
    block,
    summary: describeCompound(chain, position, { protocol: 'V3', ...plan, rest, price }),
    stated: {
      deadline,
      positionId: id,
      moves: paysAndReceives(tokens, plan, { amounts: position.fees, least: fees }),
      terms: { ...asDesired(desired), ...asMinima(plan.minima) },
    },
    limits: {
      ...limitsThroughWallet(chain, { tokens, asPaid, least: fees, most: desired }),
      price,
      liquidity: minimumLiquidity,
    },
    warnings,
    approvals: () => approveSpendings(spendingsOf(holdings, desired, native), contracts.positionManager),
    tokens: [position.token0, position.token1],
    owner: position.owner,
    slippage,
    spent: sumsOf(asPaid, plan.amounts),
    received: sumsOf(asPaid, rest),
    position: { ...position, expectedLiquidity: liquidity, minimumLiquidity },
    guards: [minimaGuard(position, plan.minima), arrivalGuard(position, fees)],
  }
}

// Another collection from the same range can leave one unit less.
function certainFees({ fees }: V3Position): Amounts {
  const certain = (amount: bigint) => (amount > 0n ? amount - 1n : 0n)
  return { amount0: certain(fees.amount0), amount1: certain(fees.amount1) }
}

function requireNative({ facts }: Chain, value: bigint, balance: bigint): void {
  if (value <= balance) return
  throw new ApiError(
    'failed_precondition',
    `The fees pass through the wallet, which temporarily needs ${describeFee(value, facts)} and has ${describeFee(balance, facts)}. Send collectAsWeth: true.`,
    { details: [{ type: 'INSUFFICIENT_LIQUIDITY', value: zeroAddress }] },
  )
}
