import type { Operation } from '#core/Operation.ts'
import { Statement, TransactionRequest } from '#core/TransactionRequest.ts'
import type { Context } from '#liquidity/Context.ts'
import { defineBuild } from '#liquidity/endpoints/defineBuild.ts'
import { examples } from '#liquidity/examples.ts'
import { RecipeResponse, toPosition, toTokenAmount } from '#liquidity/recipes/recipeAnswer.ts'
import { steps, stepsAnswer } from '#liquidity/recipes/stepsAnswer.ts'
import { MigrateRequest } from './request.ts'
import { stepsBetween } from './stepsBetween.ts'

const Response = RecipeResponse.extend({
  transaction: TransactionRequest.optional(),
  statement: Statement.optional(),
  ...steps,
  position: RecipeResponse.shape.position.optional().meta({ description: 'Absent for V2.' }),
})

/** Moves liquidity to a pool of another protocol or fee without a swap; what does not fit stays in the wallet. */
export function migrate({ chains, now, attest }: Context): Operation {
  return defineBuild({
    name: 'lpMigrate',
    path: '/lp/migrate',
    summary: 'Build the transactions that move liquidity to another protocol or pool.',
    errors: ['failed_precondition', 'not_found', 'permission_denied', 'unavailable'],
    examples: examples.migrate,
    request: MigrateRequest,
    response: Response,
    async handle(request, { requestId }) {
      const chain = chains.get(request.chainId).agreed()
      const time = now()
      const moved = await stepsBetween(chain, request, time)
      const answering = { requestId, request, schema: MigrateRequest, now: time, attest }
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
