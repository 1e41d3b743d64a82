import { z } from 'zod'
import type { Operation } from '#core/Operation.ts'
import { TransactionRequest } from '#core/TransactionRequest.ts'
import { completeAnswer } from '#liquidity/answer/completeAnswer.ts'
import { sent } from '#liquidity/answer/sent.ts'
import { toTokens } from '#liquidity/answer/toTokens.ts'
import type { Context } from '#liquidity/Context.ts'
import { requireV4ForPermissions } from '#liquidity/checks/requireControl.ts'
import { defineBuild } from '#liquidity/endpoints/defineBuild.ts'
import { examples } from '#liquidity/examples.ts'
import { tokenPairOf } from '#liquidity/request/TokenPair.ts'
import { outcome, owner, TokenAmount, UncollectedFees } from '#liquidity/wire.ts'
import { draftDecrease } from './draftDecrease.ts'
import { DecreaseRequest } from './request.ts'

export const Response = z.object({
  requestId: z.string(),
  token0: TokenAmount,
  token1: TokenAmount,
  decrease: TransactionRequest,
  uncollectedFees: UncollectedFees.optional(),
  owner,
  ...sent,
  ...outcome,
})

/** Removes part or all of a position's liquidity; on v3 and v4 it also collects the fees. */
export function decrease(context: Context): Operation {
  return defineBuild(context, {
    name: 'lpDecrease',
    path: '/lp/decrease',
    summary: 'Build the transaction that removes liquidity from a v2, v3 or v4 position.',
    errors: ['failed_precondition', 'not_found', 'permission_denied', 'unavailable'],
    examples: examples.decrease,
    request: DecreaseRequest,
    response: Response,
    async build(request, { chain, requestId, ...answering }) {
      requireV4ForPermissions(request.permissioned, request.protocol)
      const tokenPair = tokenPairOf(chain.facts, request.protocol, request)
      const draft = await draftDecrease(chain, request, { tokenPair, now: answering.now })
      const { transaction, sent: parts, rest } = await completeAnswer(chain, draft, answering)
      // v2 answers name tokens as they were sent, unless ETH stays wrapped: the zero address would be wrong then.
      const { token0Address: token0, token1Address: token1 } = request
      const shown = request.protocol === 'V2' && request.withdrawAsWeth === false ? { token0, token1 } : tokenPair
      return {
        requestId,
        ...toTokens(shown, draft.amounts),
        decrease: transaction,
        ...(draft.fees && { uncollectedFees: toTokens(shown, draft.fees) }),
        ...(draft.owner && { owner: draft.owner }),
        ...parts,
        ...rest,
      }
    },
  })
}
