import type { Operation } from '#core/Operation.ts'
import { Statement, TransactionRequest } from '#core/TransactionRequest.ts'
import type { Context } from '#liquidity/Context.ts'
import { defineBuild } from '#liquidity/endpoints/defineBuild.ts'
import { examples } from '#liquidity/examples.ts'
import { RecipeResponse, recipeAnswer, toPosition, toTokenAmount } from '#liquidity/recipes/recipeAnswer.ts'
import { steps, stepsAnswer } from '#liquidity/recipes/stepsAnswer.ts'
import { MigrateRequest } from './request.ts'
import { stepsBetween } from './stepsBetween.ts'
import { moveWithinV3 } from './withinV3.ts'
import { moveWithinV4 } from './withinV4.ts'

const Response = RecipeResponse.extend({
  transaction: TransactionRequest.optional(),
  statement: Statement.optional(),
  ...steps,
  position: RecipeResponse.shape.position.optional().meta({ description: 'Absent for V2.' }),
})

/** Moves liquidity to another pool without a swap: within v3 and within v4 in one transaction, elsewhere in two. */
export function migrate(context: Context): Operation {
  return defineBuild(context, {
    name: 'lpMigrate',
    path: '/lp/migrate',
    summary: 'Build the transactions that move liquidity to another protocol or pool.',
    errors: ['failed_precondition', 'not_found', 'permission_denied', 'unavailable'],
    examples: examples.migrate,
    request: MigrateRequest,
    response: Response,
    async build(request, { chain, ...answering }) {
      if (request.protocol === request.targetProtocol) {
        const within = request.protocol === 'V3' ? moveWithinV3 : moveWithinV4
        return recipeAnswer(chain, await within(chain, request, answering.now), answering)
      }
      const moved = await stepsBetween(chain, request, answering.now)
      return { ...(await stepsAnswer(chain, moved.steps, answering)), ...toMoved(moved) }
    },
  })
}

type Moved = Awaited<ReturnType<typeof stepsBetween>>

function toMoved({ spent, created }: Moved) {
  return {
    spent: spent.map(toTokenAmount),
    ...(created && { position: toPosition({ position: { ...created.range, ...created.minted } }) }),
  }
}
