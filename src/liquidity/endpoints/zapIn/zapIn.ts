import type { Operation } from '#core/Operation.ts'
import type { Context } from '#liquidity/Context.ts'
import { defineBuild } from '#liquidity/endpoints/defineBuild.ts'
import { examples } from '#liquidity/examples.ts'
import { RecipeResponse, recipeAnswer } from '#liquidity/recipes/recipeAnswer.ts'
import { Swap } from '#liquidity/recipes/swap.ts'
import { draftZap } from './draftZap.ts'
import { ZapInRequest } from './request.ts'

const Response = RecipeResponse.extend({ swap: Swap })

/** Creates a v4 position from one token: a part of it is swapped in the same pool and transaction. */
export function zapIn({ chains, now, attest }: Context): Operation {
  return defineBuild({
    name: 'lpZapIn',
    path: '/lp/zap_in',
    summary: 'Build the transaction that creates a v4 position from one token.',
    errors: ['failed_precondition', 'not_found', 'unavailable'],
    examples: examples.zapIn,
    request: ZapInRequest,
    response: Response,
    async handle(request, { requestId }) {
      const chain = chains.get(request.chainId).agreed()
      const time = now()
      const { swap, ...recipe } = await draftZap(chain, request, time)
      const answer = await recipeAnswer(chain, recipe, { requestId, request, schema: ZapInRequest, now: time, attest })
      return { ...answer, swap }
    },
  })
}
