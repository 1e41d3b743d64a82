import { z } from 'zod'
import { Address, Amount, ChainId, Wallet } from '#core/wire.ts'
import * as Tick from '#liquidity/math/Tick.ts'
import { PermitInput, Signature } from '#liquidity/steps/Permit.ts'
import {
  approvalsNeedSimulation,
  includeApprovalSimulation,
  LpToken,
  nativeTokenBalance,
  simulation,
  terms,
} from '#liquidity/wire.ts'

const tokens = { token0Address: Address, token1Address: Address }
const Price = z.string().regex(/^[0-9]{1,60}(\.[0-9]{1,60})?$/, 'must be a decimal number such as 0.0025')
const TickNumber = z
  .int('must be a whole number')
  .min(Tick.MIN, `must be from ${Tick.MIN} to ${Tick.MAX}`)
  .max(Tick.MAX, `must be from ${Tick.MIN} to ${Tick.MAX}`)

export const CreateRequest = z
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
      problem('signature', 'must be sent together with batchPermitData, or neither')
    if (request.protocol === 'V3' && request.batchPermitData) problem('batchPermitData', 'is for V4 only')
    approvalsNeedSimulation(request, context)
  })

export type CreateRequest = z.output<typeof CreateRequest>
