import type { Operation } from '#core/Operation.ts'
import { Statement, TransactionRequest } from '#core/TransactionRequest.ts'
import type { Context } from '#liquidity/Context.ts'
import { defineBuild } from '#liquidity/endpoints/defineBuild.ts'
import { examples } from '#liquidity/examples.ts'
import { ExitResponse, exitAnswer } from '#liquidity/recipes/recipeAnswer.ts'
import { steps, stepsAnswer } from '#liquidity/recipes/stepsAnswer.ts'
import { Swap, toStepSwap, toSwap } from '#liquidity/recipes/swap.ts'
import { draftZapOut } from './draftZapOut.ts'
import { ZapOutRequest } from './request.ts'
import { stepsV2 } from './stepsV2.ts'
import { stepsV4 } from './stepsV4.ts'

export const Response = ExitResponse.extend({
  transaction: TransactionRequest.optional(),
  statement: Statement.optional(),
  ...steps,
  swap: Swap.partial({ minimumOut: true }),
})

/**
 * Turns a position into one of its tokens: in one transaction on v3, in two on v2 and v4, whose contracts cannot swap
 * on exit.
 */
export function zapOut(context: Context): Operation {
  return defineBuild(context, {
    name: 'lpZapOut',
    path: '/lp/zap_out',
    summary: 'Build the transactions that turn a position into one of its tokens.',
    errors: ['failed_precondition', 'not_found', 'permission_denied', 'unavailable'],
    examples: examples.zapOut,
    request: ZapOutRequest,
    response: Response,
    async build(request, { chain, ...answering }) {
      if (request.protocol !== 'V3') {
        const exit = await (request.protocol === 'V2' ? stepsV2 : stepsV4)(chain, request, answering.now)
        return { ...(await stepsAnswer(chain, exit.steps, answering)), swap: toStepSwap(exit.swap) }
      }
      const { swap, ...exit } = await draftZapOut(chain, request, answering.now)
      return { ...(await exitAnswer(chain, exit, answering)), swap: toSwap(swap.plan, swap) }
    },
  })
}
