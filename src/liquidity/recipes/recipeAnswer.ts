import { z } from 'zod'
import type { Chain } from '#chain/Chain.ts'
import { TransactionRequest } from '#core/TransactionRequest.ts'
import type { Answering as Completing } from '#liquidity/answer/Answering.ts'
import { completeAnswer } from '#liquidity/answer/completeAnswer.ts'
import { sent } from '#liquidity/answer/sent.ts'
import { outcome, slippage, TokenAmount, Warning } from '#liquidity/wire.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import type { Exit, Recipe, TokenSum } from './Recipe.ts'

export const ExitResponse = z.object({
  requestId: z.string(),
  transaction: TransactionRequest,
  ...sent,
  received: z.array(TokenAmount).meta({ description: 'The amounts that reach the wallet.' }),
  guards: z.array(Warning).meta({ description: 'The conditions under which the transaction reverts.' }),
  slippage,
  owner: z.string().meta({ description: 'The owner of the position.' }),
  ...outcome,
})

export const RecipeResponse = ExitResponse.extend({
  spent: z.array(TokenAmount).meta({ description: 'The amounts that become liquidity.' }),
  position: z.object({
    tokenId: z
      .string()
      .optional()
      .meta({ description: 'Absent for a new position; its id is known once the transaction is mined.' }),
    tickLower: z.number(),
    tickUpper: z.number(),
    expectedLiquidity: z.string(),
    minimumLiquidity: z.string(),
  }),
})

type Answering = Completing & { readonly requestId: string }

/** The answer of a recipe that needs only one transaction. */
export async function recipeAnswer(chain: Chain, recipe: Recipe, answering: Answering) {
  const answer = await exitAnswer(chain, recipe, answering)
  return { ...answer, spent: recipe.spent.map(toTokenAmount), position: toPosition(recipe) }
}

/** The same where nothing becomes liquidity. */
export async function exitAnswer(chain: Chain, exit: Exit, { requestId, ...answering }: Answering) {
  const { transaction, sent: parts, rest } = await completeAnswer(chain, exit, answering)
  return {
    requestId,
    transaction,
    ...parts,
    received: exit.received.map(toTokenAmount),
    guards: [...exit.guards],
    slippage: Slippage.toPercent(exit.slippage),
    owner: exit.owner,
    ...rest,
  }
}

export function toTokenAmount({ token, amount }: TokenSum) {
  return { tokenAddress: token, amount: amount.toString() }
}

export function toPosition({ position }: Pick<Recipe, 'position'>) {
  const { id, tickLower, tickUpper, expectedLiquidity, minimumLiquidity } = position
  return {
    ...(id !== undefined && { tokenId: id.toString() }),
    tickLower,
    tickUpper,
    expectedLiquidity: expectedLiquidity.toString(),
    minimumLiquidity: minimumLiquidity.toString(),
  }
}
