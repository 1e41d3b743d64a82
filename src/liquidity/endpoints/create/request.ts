import { z } from 'zod'
import { Address, Amount, ChainId, Wallet } from '#core/wire.ts'
import { PermitInput, Signature } from '#liquidity/approvals/Permit.ts'
import { acceptRisks } from '#liquidity/checks/requireAccepted.ts'
import { body, exactlyOne, maybe, refuse } from '#liquidity/fields.ts'
import { exactlyOneRange, rangeFields } from '#liquidity/request/rangeFields.ts'
import {
  approvalsNeedSimulation,
  includeApprovalSimulation,
  LpToken,
  mandate,
  nativeTokenBalance,
  simulation,
  terms,
} from '#liquidity/wire.ts'

const tokens = { token0Address: Address, token1Address: Address }
export const ExistingPool = z
  .strictObject({
    ...tokens,
    poolReference: z
      .string()
      .regex(/^0x([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/, 'must be a pool address (V3) or a pool id (V4)'),
  })
  .meta({ id: 'ExistingPool' })
export const NewPool = z
  .strictObject({
    ...tokens,
    fee: z.int().min(0).max(0xff_ff_ff).meta({ description: 'Hundredths of a basis point: 3000 is 0.3 %.' }),
    tickSpacing: z.int(),
    hooks: maybe(Address),
    initialPrice: Amount.meta({ description: 'The starting price as sqrtRatioX96.' }),
  })
  .meta({ id: 'NewPool' })
export const CreateRequest = body({
  walletAddress: Wallet,
  chainId: ChainId,
  protocol: z.enum(['V3', 'V4'], { error: 'must be V3 or V4; V2 positions are created by /lp/create_classic' }),
  independentToken: LpToken,
  dependentToken: maybe(LpToken).meta({ description: 'The maximum amount of the other token.' }),
  existingPool: maybe(ExistingPool),
  newPool: maybe(NewPool),
  ...rangeFields,
  batchPermitData: maybe(PermitInput),
  signature: maybe(Signature),
  nativeTokenBalance,
  acceptRisks,
  includeApprovalSimulation,
  mandate,
  ...terms,
  ...simulation,
})
  .superRefine((request, context) => {
    if (!request.existingPool === !request.newPool)
      refuse(context, 'existingPool', 'must be sent, or newPool instead, but not both')
    exactlyOneRange(request, context)
    if (!request.batchPermitData !== !request.signature)
      refuse(context, 'signature', 'must be sent together with batchPermitData; send both or neither')
    if (request.protocol === 'V3' && request.batchPermitData) refuse(context, 'batchPermitData', 'is for V4 only')
    approvalsNeedSimulation(request, context)
  })
  .meta({ allOf: [exactlyOne('existingPool', 'newPool'), exactlyOne('priceBounds', 'tickBounds')] })

export type CreateRequest = z.output<typeof CreateRequest>
