import { z } from 'zod'
import type { Chain } from '#chain/Chain.ts'
import { Statement, TransactionRequest } from '#core/TransactionRequest.ts'
import type { Answering as Completing } from '#liquidity/answer/Answering.ts'
import { completeAnswer, toQuantity } from '#liquidity/answer/completeAnswer.ts'
import type { Approval } from '#liquidity/approvals/Approval.ts'
import { checkApprovalCalldata, checkPositionApproval } from '#liquidity/checks/checkCalldata.ts'
import { outcome, slippage, TokenAmount, Warning } from '#liquidity/wire.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import type { Exit, Recipe, TokenSum } from './Recipe.ts'

const WalletCall = z
  .object({
    to: z.string().meta({ description: 'A checksummed address.' }),
    data: z.string().meta({ description: 'Calldata. It must reach the chain unchanged.' }),
    value: z.string().meta({ description: 'Native currency in wei, hexadecimal with whole bytes.' }),
  })
  .meta({ id: 'WalletCall', description: 'A call of a batch (EIP-5792).' })

/** The calls of an answer in order, for `wallet_sendCalls`. */
export const calls = {
  calls: z
    .array(WalletCall)
    .meta({ description: 'Every call in order, missing approvals first, for wallet_sendCalls.' }),
  atomicRequired: z.boolean().meta({
    description: 'Whether the calls are safe only as one atomic batch. If false, they can also be sent one by one.',
  }),
}

const ExactApproval = z
  .object({ transaction: TransactionRequest, cancelApproval: z.boolean(), statement: Statement })
  .meta({
    id: 'ExactApproval',
    description:
      'An approval of exactly the amount that the transaction takes, or of the one position that it changes.',
  })

export const ExitResponse = z.object({
  requestId: z.string(),
  transaction: TransactionRequest,
  ...calls,
  approvals: z.array(ExactApproval).meta({ description: 'Missing approvals, to be sent first in this order.' }),
  received: z.array(TokenAmount).meta({ description: 'The amounts that reach the wallet.' }),
  guards: z.array(Warning).meta({ description: 'The conditions on which the transaction reverts.' }),
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
      .meta({ description: 'Absent for a new position: its number is known once it is mined.' }),
    tickLower: z.number(),
    tickUpper: z.number(),
    expectedLiquidity: z.string(),
    minimumLiquidity: z.string(),
  }),
})

type Answering = Completing & { readonly requestId: string }

/** The answer of a recipe that one transaction suffices for. */
export async function recipeAnswer(chain: Chain, recipe: Recipe, answering: Answering) {
  const answer = await exitAnswer(chain, recipe, answering)
  return { ...answer, spent: recipe.spent.map(toTokenAmount), position: toPosition(recipe) }
}

/** The same where nothing becomes liquidity. */
export async function exitAnswer(chain: Chain, exit: Exit, { requestId, ...answering }: Answering) {
  const { transaction, rest } = await completeAnswer(chain, exit, answering)
  const approvals = exit.approvals()
  return {
    requestId,
    transaction,
    calls: [...approvals.map(toCall), { to: transaction.to, data: transaction.data, value: transaction.value }],
    atomicRequired: false,
    approvals: await toApprovals(chain, approvals, answering),
    received: exit.received.map(toTokenAmount),
    guards: [...exit.guards],
    slippage: Slippage.toPercent(exit.slippage),
    owner: exit.owner,
    ...rest,
  }
}

/** An approval as a call of a batch. */
export function toCall({ to, data }: Approval) {
  return { to, data, value: toQuantity(0n) }
}

/** Approvals with their statements, each read back first. */
export function toApprovals(chain: Chain, approvals: readonly Approval[], answering: Attesting) {
  return Promise.all(approvals.map((approval) => toApproval(chain, approval, answering)))
}

type Attesting = Pick<Completing, 'request' | 'attest'>

async function toApproval(chain: Chain, approval: Approval, { request, attest }: Attesting) {
  const { to, data, isCancel, grant } = approval
  if (grant.tokenId !== undefined) checkPositionApproval(approval, chain.facts, grant.tokenId)
  else checkApprovalCalldata(approval, chain.facts, grant.amount ?? 0n)
  const from = request.walletAddress
  const stated = { approvals: [grant] }
  const statement = await attest.transaction({ chainId: chain.id, from, to, data, value: 0n, stated })
  return {
    transaction: { to, from, data, value: toQuantity(0n), chainId: chain.id },
    cancelApproval: isCancel,
    statement,
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
