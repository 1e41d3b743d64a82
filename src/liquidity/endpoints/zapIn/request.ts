import { z } from 'zod'
import { ChainId, Wallet } from '#core/wire.ts'
import { acceptRisks } from '#liquidity/checks/requireAccepted.ts'
import { ExistingPool } from '#liquidity/endpoints/create/request.ts'
import { body, exactlyOne } from '#liquidity/fields.ts'
import { exactlyOneRange, rangeFields } from '#liquidity/request/rangeFields.ts'
import { approvalsNeedSimulation, includeApprovalSimulation, LpToken, simulation, terms } from '#liquidity/wire.ts'

export const ZapInRequest = body({
  walletAddress: Wallet,
  chainId: ChainId,
  protocol: z.enum(['V4'], {
    error:
      'must be V4: no contract swaps and deposits into v2 or v3 safely in one transaction. Swap first, then use /lp/create',
  }),
  existingPool: ExistingPool,
  independentToken: LpToken.meta({ description: 'The token that pays for everything, and all of its amount.' }),
  ...rangeFields,
  acceptRisks,
  includeApprovalSimulation,
  ...terms,
  ...simulation,
})
  .superRefine((request, context) => {
    exactlyOneRange(request, context)
    approvalsNeedSimulation(request, context)
  })
  .meta({ allOf: [exactlyOne('priceBounds', 'tickBounds')] })

export type ZapInRequest = z.output<typeof ZapInRequest>
