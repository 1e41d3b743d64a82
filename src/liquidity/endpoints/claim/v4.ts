import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { MAX_UINT128 } from '#core/bigint.ts'
import * as v4 from '#liquidity/calldata/v4.ts'
import { named, v4Of } from '#liquidity/deployment.ts'
import { changesWithdrawals } from '#liquidity/hooks/Hooks.ts'
import { measureWithdrawal } from '#liquidity/hooks/measureHook.ts'
import { readV4Position } from '#liquidity/pools/readV4Position.ts'
import type { Block } from '#liquidity/pools/Snapshot.ts'
import { termsOf } from '#liquidity/request/Terms.ts'
import {
  describeAmounts,
  keptWarnings,
  NEITHER,
  none,
  positionWarnings,
  receives,
  withdrawalLimits,
} from '#liquidity/withdrawals/Withdrawal.ts'
import { withdrawalTax } from '#liquidity/withdrawals/withdrawalTax.ts'
import { NOTHING, surplus } from '#uniswap/amounts.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import type { ClaimDraft } from './ClaimDraft.ts'
import { lessTolerance } from './lessTolerance.ts'
import type { ClaimRequest } from './request.ts'

const UNLIMITED = { amount0: MAX_UINT128, amount1: MAX_UINT128 }

export async function claimV4(chain: Chain, request: ClaimRequest, now: number): Promise<ClaimDraft> {
  const { walletAddress: wallet, tokenId: id, permissioned } = request
  const { position, block, manager } = await readV4Position(chain, { id, wallet, permissioned })
  if (position.liquidity === 0n) throw nothingToClaim(id)
  const { currency0, currency1 } = position.key
  const { deadline } = termsOf({}, now)
  const tokens = { token0: currency0, token1: currency1 }
  const call = { positionId: id, currency0, currency1, deadline }
  const { payload, amounts, failure, least } = changesWithdrawals(position.key.hooks)
    ? await claimWithHook(chain, call, { wallet, to: manager, block, fees: position.fees })
    : { payload: v4.claim(call), amounts: position.fees, least: position.fees, failure: undefined }
  const tax = await withdrawalTax(chain, { ...position, amounts, holder: v4Of(chain.facts).poolManager, wallet })
  const collected = { amounts, least: tax.left(least), held: NEITHER, enforced: NEITHER }
  return {
    to: manager,
    block,
    summary: `Collect the fees of V4 position ${id} on ${named(chain.facts)}: receive ${describeAmounts(amounts, position)}.`,
    stated: {
      deadline,
      positionId: id,
      liquidity: 0n,
      moves: receives(tokens, collected),
      terms: { currency0, currency1, amount0Min: 0n, amount1Min: 0n },
    },
    limits: withdrawalLimits(tokens, collected),
    warnings: [
      ...keptWarnings(position, surplus(position.fees, amounts)),
      ...tax.warnings,
      ...positionWarnings(position, { wallet }),
    ],
    approvals: none,
    tokens: [position.token0, position.token1],
    ...tokens,
    owner: position.owner,
    payload,
    amounts,
    failure,
  }
}

// The hook may keep its measured share, plus the tolerance on the rest.
async function claimWithHook(
  chain: Chain,
  call: v4.Claim,
  { fees, ...transaction }: { wallet: Address; to: Address; block: Block; fees: Amounts },
) {
  const tokenPair = { token0: call.currency0, token1: call.currency1 }
  const payload = v4.claimWithHook(call, UNLIMITED)
  const measured = await measureWithdrawal(chain, { ...transaction, tokenPair, payload })
  if ('failure' in measured)
    return { payload: v4.claim(call), amounts: fees, least: NOTHING, failure: measured.failure }
  const { moved } = measured
  const least = lessTolerance(moved)
  return { payload: v4.claimWithHook(call, surplus(fees, least)), amounts: moved, least, failure: undefined }
}

function nothingToClaim(id: bigint): ApiError {
  return new ApiError(
    'failed_precondition',
    `V4 position ${id} holds no liquidity: its fees were paid when it was emptied.`,
    {
      details: [{ type: 'tokenId', value: id.toString() }],
    },
  )
}
