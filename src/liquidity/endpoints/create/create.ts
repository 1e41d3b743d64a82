import { z } from 'zod'
import type { Operation } from '#core/Operation.ts'
import { TransactionRequest } from '#core/TransactionRequest.ts'
import { completeAnswer } from '#liquidity/answer/completeAnswer.ts'
import { sent } from '#liquidity/answer/sent.ts'
import type { Context } from '#liquidity/Context.ts'
import { defineBuild } from '#liquidity/endpoints/defineBuild.ts'
import { examples } from '#liquidity/examples.ts'
import { outcome, slippage, TokenAmount } from '#liquidity/wire.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import { CreateRequest } from './request.ts'
import { createV3 } from './v3.ts'
import { createV4 } from './v4.ts'

export const Response = z.object({
  requestId: z.string(),
  token0: TokenAmount,
  token1: TokenAmount,
  adjustedMinPrice: z.string(),
  adjustedMaxPrice: z.string(),
  tickLower: z.number(),
  tickUpper: z.number(),
  create: TransactionRequest,
  slippage,
  ...sent,
  ...outcome,
})

/** Creates a concentrated position in an existing pool, or in a new one that the same transaction initialises. */
export function create(context: Context): Operation {
  return defineBuild(context, {
    name: 'lpCreate',
    path: '/lp/create',
    summary: 'Build the transaction that creates a v3 or v4 position.',
    errors: ['failed_precondition', 'not_found', 'unavailable'],
    examples: examples.create,
    request: CreateRequest,
    response: Response,
    async build(request, { chain, requestId, ...answering }) {
      const draft = await (request.protocol === 'V3' ? createV3 : createV4)(chain, request, answering)
      const { transaction, sent: parts, rest } = await completeAnswer(chain, draft, answering)
      const { tickLower, tickUpper, adjustedMinPrice, adjustedMaxPrice } = draft.range
      return {
        requestId,
        token0: { tokenAddress: draft.token0, amount: draft.amounts.amount0.toString() },
        token1: { tokenAddress: draft.token1, amount: draft.amounts.amount1.toString() },
        adjustedMinPrice,
        adjustedMaxPrice,
        tickLower,
        tickUpper,
        create: transaction,
        slippage: Slippage.toPercent(draft.slippage),
        ...parts,
        ...rest,
      }
    },
  })
}
