import type { Address as ViemAddress } from 'viem'
import { z } from 'zod'
import type { Chains } from '#chain/createChains.ts'
import { key } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address, Amount, ChainId, Wallet } from '#core/wire.ts'
import { examples } from '#liquidity/examples.ts'
import type { Amounts } from '#liquidity/math/Liquidity.ts'
import * as Slippage from '#liquidity/math/Slippage.ts'
import * as Tick from '#liquidity/math/Tick.ts'
import { conclude, type Draft } from '#liquidity/steps/conclude.ts'
import { PermitInput, Signature } from '#liquidity/steps/permits.ts'
import type { Range } from '#liquidity/steps/range.ts'
import {
  approvalsNeedSimulation,
  includeApprovalSimulation,
  LpToken,
  nativeTokenBalance,
  outcome,
  simulation,
  slippage,
  TokenAmount,
  TransactionRequest,
  terms,
} from '#liquidity/wire.ts'
import { draftV3 } from './createV3.ts'
import { draftV4 } from './createV4.ts'

const tokens = { token0Address: Address, token1Address: Address }
const Price = z.string().regex(/^[0-9]{1,60}(\.[0-9]{1,60})?$/, 'must be a decimal number such as 0.0025')
const TickNumber = z
  .int('must be a whole number')
  .min(Tick.MIN, `must be from ${Tick.MIN} to ${Tick.MAX}`)
  .max(Tick.MAX, `must be from ${Tick.MIN} to ${Tick.MAX}`)

const Request = z
  .object({
    walletAddress: Wallet,
    chainId: ChainId,
    protocol: z.enum(['V3', 'V4'], { error: 'must be V3 or V4; V2 positions are created by /lp/create_classic' }),
    independentToken: LpToken,
    dependentToken: LpToken.optional().meta({ description: 'At most this much of the other token is used.' }),
    existingPool: z
      .object({
        ...tokens,
        poolReference: z
          .string()
          .regex(/^0x([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/, 'must be a pool address (V3) or a pool id (V4)'),
      })
      .optional(),
    newPool: z
      .object({
        ...tokens,
        fee: z.int().min(0).max(0xff_ff_ff).meta({ description: 'In hundredths of a basis point; 3000 is 0.3 %.' }),
        tickSpacing: z.int(),
        hooks: Address.optional(),
        initialPrice: Amount.meta({ description: 'The starting price as sqrtRatioX96.' }),
      })
      .optional(),
    priceBounds: z
      .object({
        minPrice: Price,
        maxPrice: Price,
        quotedTokenAddress: Address.meta({ description: 'The token the prices are counted in.' }),
      })
      .optional()
      .meta({ description: 'Prices as ratios of smallest units.' }),
    tickBounds: z.object({ tickLower: TickNumber, tickUpper: TickNumber }).optional(),
    batchPermitData: PermitInput.optional(),
    signature: Signature.optional(),
    nativeTokenBalance,
    includeApprovalSimulation,
    ...terms,
    ...simulation,
  })
  .superRefine((request, context) => {
    const problem = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message, input: request })
    if (!request.existingPool === !request.newPool)
      problem('existingPool', 'must be sent unless newPool is: exactly one of the two')
    if (!request.priceBounds === !request.tickBounds)
      problem('priceBounds', 'must be sent unless tickBounds is: exactly one of the two')
    if (!request.batchPermitData !== !request.signature)
      problem('signature', 'must be sent batchCalls with batchPermitData, or neither')
    if (request.protocol === 'V3' && request.batchPermitData) problem('batchPermitData', 'is for V4 only')
    approvalsNeedSimulation(request, context)
  })

const Response = z.object({
  requestId: z.string(),
  token0: TokenAmount,
  token1: TokenAmount,
  adjustedMinPrice: z.string(),
  adjustedMaxPrice: z.string(),
  tickLower: z.number(),
  tickUpper: z.number(),
  create: TransactionRequest,
  slippage,
  ...outcome,
})

export type CreateRequest = z.output<typeof Request>
export type CreateDraft = Draft & {
  readonly token0: ViemAddress
  readonly token1: ViemAddress
  readonly amounts: Amounts
  readonly range: Range
  readonly slippage: bigint
}

/** Creates a concentrated position in an existing pool, or in a new one that the same transaction initialises. */
export function create({ chains, now }: { chains: Chains; now: () => number }): Operation {
  return define({
    name: 'lpCreate',
    method: 'POST',
    path: '/lp/create',
    tag: 'liquidity',
    summary: 'Build the transaction that creates a v3 or v4 position.',
    access: key('lp:build'),
    limit: 'build',
    errors: ['failed_precondition', 'not_found', 'unavailable'],
    examples: examples.create,
    request: Request,
    response: Response,
    async handle(request, { requestId }) {
      const chain = chains.get(request.chainId)
      const time = now()
      const draft = await (request.protocol === 'V3' ? draftV3 : draftV4)(chain, request, time)
      const { transaction, rest } = await conclude(chain, draft, { request, now: time })
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
        ...rest,
      }
    },
  })
}
