import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import * as v4 from '#liquidity/calldata/v4.ts'
import { named } from '#liquidity/deployment.ts'
import type { Amounts } from '#liquidity/math/Liquidity.ts'
import type { Block } from '#liquidity/pools/Snapshot.ts'
import { changesWithdrawals } from '#liquidity/steps/Hooks.ts'
import { measureWithdrawal } from '#liquidity/steps/measureHook.ts'
import { readV4Position } from '#liquidity/steps/readV4Position.ts'
import { termsOf } from '#liquidity/steps/Terms.ts'
import { describeAmounts, none, receives } from '#liquidity/steps/Withdrawal.ts'
import type { ClaimDraft } from './ClaimDraft.ts'
import type { ClaimRequest } from './request.ts'

const UNLIMITED = { amount0: (1n << 128n) - 1n, amount1: (1n << 128n) - 1n }

/** The transaction that takes the fees of a v4 position. */
export async function claimV4(chain: Chain, request: ClaimRequest, now: number): Promise<ClaimDraft> {
  const { walletAddress: wallet, tokenId: id, permissioned } = request
  const { position, block, manager } = await readV4Position(chain, { id, wallet, permissioned })
  if (position.liquidity === 0n) throw nothingToClaim(id)
  const { currency0, currency1 } = position.key
  const { deadline } = termsOf({}, now)
  const tokenPair = { token0: currency0, token1: currency1, native: undefined }
  const call = { positionId: id, currency0, currency1, deadline }
  const claimed = changesWithdrawals(position.key.hooks)
    ? await claimBesideHook(chain, { call, wallet, to: manager, block, fees: position.fees })
    : { payload: v4.claim(call), amounts: position.fees }
  const { amounts } = claimed
  return {
    to: manager,
    block,
    summary: `Collect the fees of V4 position ${id} on ${named(chain.facts)}: receive ${describeAmounts(amounts, position)}.`,
    stated: { deadline, positionId: id, moves: receives(tokenPair, amounts) },
    approvals: none,
    token0: currency0,
    token1: currency1,
    ...claimed,
  }
}

// The hook may keep twice what it was seen to keep: its share grows with the fees until the transaction is mined.
async function claimBesideHook(
  chain: Chain,
  { call, wallet, to, block, fees }: { call: v4.Claim; wallet: Address; to: Address; block: Block; fees: Amounts },
) {
  const tokenPair = { token0: call.currency0, token1: call.currency1, native: undefined }
  const { shown, failure } = await measureWithdrawal(chain, { wallet, to, tokenPair, block }, () =>
    v4.claimBesideHook(call, UNLIMITED),
  )
  if (!shown) return { payload: v4.claim(call), amounts: fees, failure }
  const kept = (fee: bigint, received: bigint) => (fee > received ? 2n * (fee - received) : 0n)
  const maxima = { amount0: kept(fees.amount0, shown.amount0), amount1: kept(fees.amount1, shown.amount1) }
  return { payload: v4.claimBesideHook(call, maxima), amounts: shown }
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
