import type { Operation } from '#core/Operation.ts'
import type { Context } from '#liquidity/Context.ts'
import { requireV4ForPermissions } from '#liquidity/checks/requireControl.ts'
import { defineBuild } from '#liquidity/endpoints/defineBuild.ts'
import { examples } from '#liquidity/examples.ts'
import { RecipeResponse, recipeAnswer } from '#liquidity/recipes/recipeAnswer.ts'
import { CompoundRequest } from './request.ts'
import { compoundV3 } from './v3.ts'
import { compoundV4 } from './v4.ts'

/** Turns the fees of a position into liquidity of the same position, without a swap; the rest goes to the wallet. */
export function compound(context: Context): Operation {
  return defineBuild(context, {
    name: 'lpCompound',
    path: '/lp/compound',
    summary: 'Build the transaction that adds the fees of a v3 or v4 position to its liquidity.',
    errors: ['failed_precondition', 'not_found', 'permission_denied', 'unavailable'],
    examples: examples.compound,
    request: CompoundRequest,
    response: RecipeResponse,
    async build(request, { chain, ...answering }) {
      requireV4ForPermissions(request.permissioned, request.protocol)
      const recipe = await (request.protocol === 'V3' ? compoundV3 : compoundV4)(chain, request, answering.now)
      return recipeAnswer(chain, recipe, answering)
    },
  })
}
