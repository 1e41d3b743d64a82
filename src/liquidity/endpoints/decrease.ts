import { z } from 'zod'
import type { Chain } from '#chain/Chain.ts'
import type { Chains } from '#chain/createChains.ts'
import { key } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address, ChainId, Wallet } from '#core/wire.ts'
import { examples } from '#liquidity/examples.ts'
import type { Amounts } from '#liquidity/math/Liquidity.ts'
import { conclude, type Draft } from '#liquidity/steps/conclude.ts'
import { requireV4ForPermissions } from '#liquidity/steps/positionAccess.ts'
import { type Sides, sidesOf } from '#liquidity/steps/sides.ts'
import { toTokens } from '#liquidity/steps/tokens.ts'
import {
  outcome,
  PositionId,
  Protocol,
  permissioned,
  simulation,
  TokenAmount,
  TransactionRequest,
  terms,
  UncollectedFees,
} from '#liquidity/wire.ts'
import { decreaseV2 } from './decreaseV2.ts'
import { decreaseV3 } from './decreaseV3.ts'
import { decreaseV4 } from './decreaseV4.ts'

const PERCENT = 'must be a whole number from 1 to 100'

const Request = z
  .object({
    walletAddress: Wallet,
    chainId: ChainId,
    protocol: Protocol,
    token0Address: Address,
    token1Address: Address,
    liquidityPercentageToDecrease: z.int(PERCENT).min(1, PERCENT).max(100, PERCENT),
    nftTokenId: PositionId.optional().meta({ description: 'Required for V3 and V4.' }),
    withdrawAsWeth: z
      .boolean()
      .optional()
      .meta({ description: 'V2 and V3: false unwraps to native ETH; true unless said. V4 ignores it.' }),
    permissioned,
    burn: z.boolean().optional().meta({ description: 'At 100 percent on V3 and V4: also burns the emptied position.' }),
    ...terms,
    ...simulation,
  })
  .superRefine((request, context) => {
    const problem = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message, input: request })
    if (request.protocol !== 'V2' && request.nftTokenId === undefined)
      problem('nftTokenId', 'is required for V3 and V4')
    if (request.burn && request.liquidityPercentageToDecrease !== 100)
      problem('burn', 'needs liquidityPercentageToDecrease 100')
  })

const Response = z.object({
  requestId: z.string(),
  token0: TokenAmount,
  token1: TokenAmount,
  decrease: TransactionRequest,
  uncollectedFees: UncollectedFees.optional(),
  ...outcome,
})

export type DecreaseRequest = z.output<typeof Request>
export type DecreaseWish = { readonly sides: Sides; readonly now: number }
export type DecreaseDraft = Draft & { readonly amounts: Amounts; readonly fees?: Amounts | undefined }

/** Removes part or all of a position's liquidity; on v3 and v4 its fees come along. */
export function decrease({ chains, now }: { chains: Chains; now: () => number }): Operation {
  return define({
    name: 'lpDecrease',
    method: 'POST',
    path: '/lp/decrease',
    tag: 'liquidity',
    summary: 'Build the transaction that removes liquidity from a v2, v3 or v4 position.',
    access: key('lp:build'),
    limit: 'build',
    errors: ['failed_precondition', 'not_found', 'permission_denied', 'unavailable'],
    examples: examples.decrease,
    request: Request,
    response: Response,
    async handle(request, { requestId }) {
      const chain = chains.get(request.chainId)
      requireV4ForPermissions(request.permissioned, request.protocol)
      const time = now()
      const sides = sidesOf(chain.facts, request.protocol, request)
      const draft = await draftOf(chain, request, { sides, now: time })
      const { transaction, rest } = await conclude(chain, draft, { request, now: time })
      // v2 names tokens as they were sent, except that ETH which stays wrapped is not what the zero address names.
      const { token0Address: token0, token1Address: token1 } = request
      const shown = request.protocol === 'V2' && request.withdrawAsWeth === false ? { token0, token1 } : sides
      return {
        requestId,
        ...toTokens(shown, draft.amounts),
        decrease: transaction,
        ...(draft.fees && { uncollectedFees: toTokens(shown, draft.fees) }),
        ...rest,
      }
    },
  })
}

function draftOf(chain: Chain, request: DecreaseRequest, wish: DecreaseWish): Promise<DecreaseDraft> {
  if (request.protocol === 'V2') return decreaseV2(chain, request, wish)
  return request.protocol === 'V3' ? decreaseV3(chain, request, wish) : decreaseV4(chain, request, wish)
}
