import { z } from 'zod'
import type { Chain } from '#chain/Chain.ts'
import type { Chains } from '#chain/createChains.ts'
import { key } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address, ChainId, Wallet } from '#core/wire.ts'
import { examples } from '#liquidity/examples.ts'
import type { Amounts } from '#liquidity/math/Liquidity.ts'
import * as Slippage from '#liquidity/math/Slippage.ts'
import type { Offer } from '#liquidity/plans/Offer.ts'
import { conclude, type Draft } from '#liquidity/steps/conclude.ts'
import { PermitInput, Signature } from '#liquidity/steps/permits.ts'
import { requireV4ForPermissions } from '#liquidity/steps/positionAccess.ts'
import type { Sides } from '#liquidity/steps/sides.ts'
import { offerOf, sidesOf } from '#liquidity/steps/sides.ts'
import { toTokens } from '#liquidity/steps/tokens.ts'
import {
  approvalsNeedSimulation,
  includeApprovalSimulation,
  LpToken,
  nativeTokenBalance,
  outcome,
  PositionId,
  Protocol,
  permissioned,
  simulation,
  slippage,
  TokenAmount,
  TransactionRequest,
  terms,
  UncollectedFees,
} from '#liquidity/wire.ts'
import { increaseV2, increaseV3 } from './increaseV3.ts'
import { increaseV4 } from './increaseV4.ts'

const Request = z
  .object({
    walletAddress: Wallet,
    chainId: ChainId,
    protocol: Protocol,
    token0Address: Address,
    token1Address: Address,
    independentToken: LpToken,
    nftTokenId: PositionId.optional().meta({ description: 'Required for V3 and V4.' }),
    v4BatchPermitData: PermitInput.optional(),
    signature: Signature.optional(),
    nativeTokenBalance,
    permissioned,
    includeApprovalSimulation,
    ...terms,
    ...simulation,
  })
  .superRefine((request, context) => {
    const problem = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message, input: request })
    if (request.protocol !== 'V2' && request.nftTokenId === undefined)
      problem('nftTokenId', 'is required for V3 and V4')
    if (!request.v4BatchPermitData !== !request.signature)
      problem('signature', 'must be sent batchCalls with v4BatchPermitData, or neither')
    if (request.protocol !== 'V4' && request.v4BatchPermitData) problem('v4BatchPermitData', 'is for V4 only')
    approvalsNeedSimulation(request, context)
  })

const Response = z.object({
  requestId: z.string(),
  token0: TokenAmount,
  token1: TokenAmount,
  increase: TransactionRequest,
  slippage,
  uncollectedFees: UncollectedFees.optional(),
  ...outcome,
})

export type IncreaseRequest = z.output<typeof Request>
export type IncreaseWish = { readonly sides: Sides; readonly offer: Offer; readonly now: number }
export type IncreaseDraft = Draft & {
  readonly amounts: Amounts
  readonly slippage: bigint
  readonly fees?: Amounts | undefined
}

/** Adds liquidity to a position. */
export function increase({ chains, now }: { chains: Chains; now: () => number }): Operation {
  return define({
    name: 'lpIncrease',
    method: 'POST',
    path: '/lp/increase',
    tag: 'liquidity',
    summary: 'Build the transaction that adds liquidity to a v2, v3 or v4 position.',
    access: key('lp:build'),
    limit: 'build',
    errors: ['failed_precondition', 'not_found', 'permission_denied', 'unavailable'],
    examples: examples.increase,
    request: Request,
    response: Response,
    async handle(request, { requestId }) {
      const chain = chains.get(request.chainId)
      const { protocol } = request
      requireV4ForPermissions(request.permissioned, protocol)
      const time = now()
      const sides = sidesOf(chain.facts, protocol, request)
      const offer = offerOf({ facts: chain.facts, protocol }, sides, request)
      const draft = await draftOf(chain, request, { sides, offer, now: time })
      const { transaction, rest } = await conclude(chain, draft, { request, now: time })
      const shown = protocol === 'V2' ? { token0: request.token0Address, token1: request.token1Address } : sides
      return {
        requestId,
        ...toTokens(shown, draft.amounts),
        increase: transaction,
        slippage: Slippage.toPercent(draft.slippage),
        ...(draft.fees && { uncollectedFees: toTokens(shown, draft.fees) }),
        ...rest,
      }
    },
  })
}

function draftOf(chain: Chain, request: IncreaseRequest, wish: IncreaseWish): Promise<IncreaseDraft> {
  if (request.protocol === 'V2') return increaseV2(chain, request, wish)
  return request.protocol === 'V3' ? increaseV3(chain, request, wish) : increaseV4(chain, request, wish)
}
