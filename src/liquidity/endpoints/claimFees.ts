import type { Address as ViemAddress } from 'viem'
import { z } from 'zod'
import type { Chain } from '#chain/Chain.ts'
import type { Chains } from '#chain/createChains.ts'
import { key } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'
import { ChainId, Wallet } from '#core/wire.ts'
import * as v3 from '#liquidity/calldata/v3.ts'
import * as v4 from '#liquidity/calldata/v4.ts'
import { named, v3Of } from '#liquidity/deployment.ts'
import { examples } from '#liquidity/examples.ts'
import type { Amounts } from '#liquidity/math/Liquidity.ts'
import type { Block } from '#liquidity/pools/Snapshot.ts'
import { readV3Positions } from '#liquidity/pools/V3Positions.ts'
import { conclude, type Draft } from '#liquidity/steps/conclude.ts'
import { changesWithdrawals } from '#liquidity/steps/hooks.ts'
import { requireControl, requireV4ForPermissions } from '#liquidity/steps/positionAccess.ts'
import { termsOf } from '#liquidity/steps/terms.ts'
import { toTokens } from '#liquidity/steps/tokens.ts'
import { trialWithdrawal } from '#liquidity/steps/trial.ts'
import { amountsWords, none, receives } from '#liquidity/steps/withdrawal.ts'
import { outcome, PositionId, permissioned, simulation, TokenAmount, TransactionRequest } from '#liquidity/wire.ts'
import { unwrapping } from './decreaseV3.ts'
import { readPosition } from './decreaseV4.ts'

const Request = z.object({
  walletAddress: Wallet,
  chainId: ChainId,
  protocol: z.enum(['V3', 'V4'], {
    error: 'must be V3 or V4: V2 fees are part of the liquidity and come with /lp/decrease',
  }),
  tokenId: PositionId,
  collectAsWeth: z
    .boolean()
    .optional()
    .meta({ description: 'V3 only: false unwraps to native ETH; true unless said.' }),
  permissioned,
  ...simulation,
})

const Response = z.object({
  requestId: z.string(),
  token0: TokenAmount,
  token1: TokenAmount,
  claim: TransactionRequest,
  ...outcome,
})

type ClaimRequest = z.output<typeof Request>
type ClaimDraft = Draft & { readonly token0: ViemAddress; readonly token1: ViemAddress; readonly amounts: Amounts }

const UNLIMITED = { amount0: (1n << 128n) - 1n, amount1: (1n << 128n) - 1n }

/** Collects every fee of a position. */
export function claimFees({ chains, now }: { chains: Chains; now: () => number }): Operation {
  return define({
    name: 'lpClaimFees',
    method: 'POST',
    path: '/lp/claim_fees',
    tag: 'liquidity',
    summary: 'Build the transaction that collects the fees of a v3 or v4 position.',
    access: key('lp:build'),
    limit: 'build',
    errors: ['failed_precondition', 'not_found', 'permission_denied', 'unavailable'],
    examples: examples.claimFees,
    request: Request,
    response: Response,
    async handle(request, { requestId }) {
      const chain = chains.get(request.chainId)
      requireV4ForPermissions(request.permissioned, request.protocol)
      const time = now()
      const draft = await (request.protocol === 'V3' ? claimV3 : claimV4)(chain, request, time)
      const { transaction, rest } = await conclude(chain, draft, { request, now: time })
      return { requestId, ...toTokens(draft, draft.amounts), claim: transaction, ...rest }
    },
  })
}

async function claimV3(chain: Chain, request: ClaimRequest): Promise<ClaimDraft> {
  const contracts = v3Of(chain.facts)
  const { walletAddress: wallet, tokenId: id } = request
  const { items, block } = await readV3Positions(chain, contracts, { ids: [id], watch: { wallet, tokens: [] } })
  const position = requireControl(items[0], { id, protocol: 'V3', wallet }, chain)
  const unwrap = unwrapping(chain, position, request.collectAsWeth)
  const pair = { token0: position.token0.address, token1: position.token1.address }
  return {
    to: contracts.positionManager,
    payload: v3.claim(id, { recipient: wallet, unwrap }),
    block,
    words:
      `Collect the fees of V3 position ${id} on ${named(chain.facts)}: ` +
      `receive ${amountsWords(position.fees, position)}${unwrap ? ', unwrapped' : ''}.`,
    stated: { positionId: id, moves: receives(pair, position.fees) },
    approvals: none,
    ...pair,
    amounts: position.fees,
  }
}

async function claimV4(chain: Chain, request: ClaimRequest, now: number): Promise<ClaimDraft> {
  const { walletAddress: wallet, tokenId: id, permissioned } = request
  const { position, block, manager } = await readPosition(chain, { id, wallet, permissioned })
  if (position.liquidity === 0n) throw nothingToClaim(id)
  const { currency0, currency1 } = position.key
  const { deadline } = termsOf({}, now)
  const sides = { token0: currency0, token1: currency1, native: undefined }
  const call = { positionId: id, currency0, currency1, deadline }
  const claimed = changesWithdrawals(position.key.hooks)
    ? await claimBesideHook(chain, { call, wallet, to: manager, block, fees: position.fees })
    : { payload: v4.claim(call), amounts: position.fees }
  const { amounts } = claimed
  return {
    to: manager,
    block,
    words: `Collect the fees of V4 position ${id} on ${named(chain.facts)}: receive ${amountsWords(amounts, position)}.`,
    stated: { deadline, positionId: id, moves: receives(sides, amounts) },
    approvals: none,
    token0: currency0,
    token1: currency1,
    ...claimed,
  }
}

type Hooked = {
  readonly call: v4.Claim
  readonly wallet: ViemAddress
  readonly to: ViemAddress
  readonly block: Block
  readonly fees: Amounts
}

// The hook may keep twice what it was seen to keep: its share grows with the fees until the transaction is mined.
async function claimBesideHook(chain: Chain, { call, wallet, to, block, fees }: Hooked) {
  const sides = { token0: call.currency0, token1: call.currency1, native: undefined }
  const { shown, failure } = await trialWithdrawal(chain, { wallet, to, sides, block }, () =>
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
