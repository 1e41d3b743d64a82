import type { Operation } from '#core/Operation.ts'
import { Statement, TransactionRequest } from '#core/TransactionRequest.ts'
import type { Context } from '#liquidity/Context.ts'
import { defineBuild } from '#liquidity/endpoints/defineBuild.ts'
import { examples } from '#liquidity/examples.ts'
import { sumsOf } from '#liquidity/recipes/moves.ts'
import { RecipeResponse, recipeAnswer, toPosition, toTokenAmount } from '#liquidity/recipes/recipeAnswer.ts'
import { steps, stepsAnswer } from '#liquidity/recipes/stepsAnswer.ts'
import { Swap, toStepSwap } from '#liquidity/recipes/swap.ts'
import { draftThrough } from './draftThrough.ts'
import { draftZap } from './draftZap.ts'
import { inPool } from './inPool.ts'
import { isOutside, requireThrough } from './outsidePool.ts'
import { ZapInRequest } from './request.ts'
import { stepsInRange } from './stepsInRange.ts'
import { stepsV2 } from './stepsV2.ts'

const Response = RecipeResponse.extend({
  transaction: TransactionRequest.optional(),
  statement: Statement.optional(),
  ...steps,
  position: RecipeResponse.shape.position.optional().meta({ description: 'Absent for V2.' }),
  swap: Swap.meta({ description: 'The swap in the pool of the position.' }),
  firstSwap: Swap.optional().meta({ description: 'The swap in swapPool before it.' }),
})

/** Creates a position from one token, a part of which is swapped: on v4 in one transaction. Else it takes two. */
export function zapIn(context: Context): Operation {
  return defineBuild(context, {
    name: 'lpZapIn',
    path: '/lp/zap_in',
    summary: 'Build the transactions that create or increase a position from one token, or from two in any ratio.',
    errors: ['failed_precondition', 'not_found', 'permission_denied', 'unavailable'],
    examples: examples.zapIn,
    request: ZapInRequest,
    response: Response,
    async build(request, { chain, ...answering }) {
      const asked = await inPool(chain, request)
      if (isOutside(chain, asked)) {
        const { swap, firstSwap, ...recipe } = await draftThrough(chain, requireThrough(asked), answering.now)
        return { ...(await recipeAnswer(chain, recipe, answering)), swap, firstSwap }
      }
      if (request.protocol !== 'V4' || request.tokenId !== undefined || request.dependentToken) {
        const entry = await (request.protocol === 'V2' ? stepsV2 : stepsInRange)(chain, asked, answering.now)
        return { ...(await stepsAnswer(chain, entry.steps, answering)), ...toEntry(entry) }
      }
      const { swap, ...recipe } = await draftZap(chain, asked, answering.now)
      const answer = await recipeAnswer(chain, recipe, answering)
      return { ...answer, swap }
    },
  })
}

type Entry = Awaited<ReturnType<typeof stepsV2 | typeof stepsInRange>>

function toEntry({ swap, spent, tokenPair, position }: Entry) {
  return {
    swap: toStepSwap(swap),
    spent: sumsOf(tokenPair, spent).map(toTokenAmount),
    ...(position && { position: toPosition({ position }) }),
  }
}
