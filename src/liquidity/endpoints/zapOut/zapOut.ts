import type { Operation } from '#core/Operation.ts'
import type { Context } from '#liquidity/Context.ts'
import { defineBuild } from '#liquidity/endpoints/defineBuild.ts'
import { examples } from '#liquidity/examples.ts'
import { ExitResponse, exitAnswer } from '#liquidity/recipes/recipeAnswer.ts'
import { Swap, toSwap } from '#liquidity/recipes/swap.ts'
import { draftZapOut } from './draftZapOut.ts'
import { ZapOutRequest } from './request.ts'

const Response = ExitResponse.extend({ swap: Swap.omit({ minimumOut: true }) })

/** Turns a v3 position into one of its tokens: the other one is swapped in the same pool and transaction. */
export function zapOut({ chains, now, attest }: Context): Operation {
  return defineBuild({
    name: 'lpZapOut',
    path: '/lp/zap_out',
    summary: 'Build the transaction that turns a v3 position into one of its tokens.',
    errors: ['failed_precondition', 'not_found', 'permission_denied', 'unavailable'],
    examples: examples.zapOut,
    request: ZapOutRequest,
    response: Response,
    async handle(request, { requestId }) {
      const chain = chains.get(request.chainId).agreed()
      const time = now()
      const { swap, ...exit } = await draftZapOut(chain, request, time)
      const answer = await exitAnswer(chain, exit, { requestId, request, schema: ZapOutRequest, now: time, attest })
      return { ...answer, swap: toSwap(swap.plan, swap) }
    },
  })
}
