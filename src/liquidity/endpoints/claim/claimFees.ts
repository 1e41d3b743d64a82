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
import { outcome, owner, TokenAmount } from '#liquidity/wire.ts'
import { ClaimRequest } from './request.ts'
import { claimV3 } from './v3.ts'
import { claimV4 } from './v4.ts'

export const Response = z.object({
  requestId: z.string(),
  token0: TokenAmount,
  token1: TokenAmount,
  claim: TransactionRequest,
  owner,
  ...sent,
  ...outcome,
})

export function claimFees(context: Context): Operation {
  return defineBuild(context, {
    name: 'lpClaimFees',
    path: '/lp/claim_fees',
    summary: 'Build the transaction that collects the fees of a v3 or v4 position.',
    errors: ['failed_precondition', 'not_found', 'permission_denied', 'unavailable'],
    examples: examples.claimFees,
    request: ClaimRequest,
    response: Response,
    async build(request, { chain, requestId, ...answering }) {
      requireV4ForPermissions(request.permissioned, request.protocol)
      const draft = await (request.protocol === 'V3' ? claimV3 : claimV4)(chain, request, answering.now)
      const { transaction, sent: parts, rest } = await completeAnswer(chain, draft, answering)
      return { requestId, ...toTokens(draft, draft.amounts), claim: transaction, owner: draft.owner, ...parts, ...rest }
    },
  })
}
