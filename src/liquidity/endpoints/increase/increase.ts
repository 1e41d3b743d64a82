import { z } from 'zod'
import type { Chain } from '#chain/Chain.ts'
import type { Operation } from '#core/Operation.ts'
import { TransactionRequest } from '#core/TransactionRequest.ts'
import { completeAnswer } from '#liquidity/answer/completeAnswer.ts'
import { sent } from '#liquidity/answer/sent.ts'
import { toTokens } from '#liquidity/answer/toTokens.ts'
import type { Context } from '#liquidity/Context.ts'
import { requireV4ForPermissions } from '#liquidity/checks/requireControl.ts'
import { defineBuild } from '#liquidity/endpoints/defineBuild.ts'
import { examples } from '#liquidity/examples.ts'
import { offerOf, tokenPairOf } from '#liquidity/request/TokenPair.ts'
import { outcome, owner, slippage, TokenAmount, UncollectedFees } from '#liquidity/wire.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import type { IncreaseDraft, IncreaseIntent } from './IncreaseDraft.ts'
import { IncreaseRequest } from './request.ts'
import { increaseV2 } from './v2.ts'
import { increaseV3 } from './v3.ts'
import { increaseV4 } from './v4.ts'

export const Response = z.object({
  requestId: z.string(),
  token0: TokenAmount,
  token1: TokenAmount,
  increase: TransactionRequest,
  slippage,
  uncollectedFees: UncollectedFees.optional(),
  owner,
  ...sent,
  ...outcome,
})

export function increase(context: Context): Operation {
  return defineBuild(context, {
    name: 'lpIncrease',
    path: '/lp/increase',
    summary: 'Build the transaction that adds liquidity to a v2, v3 or v4 position.',
    errors: ['failed_precondition', 'not_found', 'permission_denied', 'unavailable'],
    examples: examples.increase,
    request: IncreaseRequest,
    response: Response,
    async build(request, { chain, requestId, ...answering }) {
      const { protocol } = request
      requireV4ForPermissions(request.permissioned, protocol)
      const tokenPair = tokenPairOf(chain.facts, protocol, request)
      const offer = offerOf({ facts: chain.facts, protocol }, tokenPair, request)
      const draft = await draftOf(chain, request, { tokenPair, offer, now: answering.now })
      const { transaction, sent: parts, rest } = await completeAnswer(chain, draft, answering)
      const shown = protocol === 'V2' ? { token0: request.token0Address, token1: request.token1Address } : tokenPair
      return {
        requestId,
        ...toTokens(shown, draft.amounts),
        increase: transaction,
        slippage: Slippage.toPercent(draft.slippage),
        ...(draft.fees && { uncollectedFees: toTokens(shown, draft.fees) }),
        ...(draft.owner && { owner: draft.owner }),
        ...parts,
        ...rest,
      }
    },
  })
}

function draftOf(chain: Chain, request: IncreaseRequest, intent: IncreaseIntent): Promise<IncreaseDraft> {
  if (request.protocol === 'V2') return increaseV2(chain, request, intent)
  return request.protocol === 'V3' ? increaseV3(chain, request, intent) : increaseV4(chain, request, intent)
}
