import type { Operation } from '#core/Operation.ts'
import type { Context } from '#liquidity/Context.ts'
import { requireV4ForPermissions } from '#liquidity/checks/requireControl.ts'
import { defineBuild } from '#liquidity/endpoints/defineBuild.ts'
import { examples } from '#liquidity/examples.ts'
import { RecipeResponse, recipeAnswer } from '#liquidity/recipes/recipeAnswer.ts'
import { RerangeRequest } from './request.ts'
import { rerangeV3 } from './v3.ts'
import { rerangeV4 } from './v4.ts'

/** Moves a position to another range of the same pool without a swap; the rest goes to the wallet. */
export function rerange(context: Context): Operation {
  return defineBuild(context, {
    name: 'lpRerange',
    path: '/lp/rerange',
    summary: 'Build the transaction that moves a v3 or v4 position to another range.',
    errors: ['failed_precondition', 'not_found', 'permission_denied', 'unavailable'],
    examples: examples.rerange,
    request: RerangeRequest,
    response: RecipeResponse,
    async build(request, { chain, ...answering }) {
      requireV4ForPermissions(request.permissioned, request.protocol)
      const recipe = await (request.protocol === 'V3' ? rerangeV3 : rerangeV4)(chain, request, answering.now)
      return recipeAnswer(chain, recipe, answering)
    },
  })
}
