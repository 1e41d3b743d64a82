import { z } from 'zod'
import { ChainId, Wallet } from '#core/wire.ts'
import { acceptRisks } from '#liquidity/checks/requireAccepted.ts'
import { body, exactlyOne } from '#liquidity/fields.ts'
import { exactlyOneRange, rangeFields } from '#liquidity/request/rangeFields.ts'
import { sourceFields } from '#liquidity/request/sourceFields.ts'
import {
  approvalsNeedSimulation,
  includeApprovalSimulation,
  PositionId,
  permissioned,
  simulation,
  terms,
} from '#liquidity/wire.ts'

export const RerangeRequest = body({
  walletAddress: Wallet,
  chainId: ChainId,
  protocol: z.enum(['V3', 'V4'], { error: 'must be V3 or V4: V2 liquidity has no range' }),
  tokenId: PositionId,
  ...rangeFields,
  liquidityPercentageToDecrease: sourceFields.liquidityPercentageToDecrease.meta({
    description: 'The part of the liquidity to move. All fees move or are paid out with any part. Default: 100.',
  }),
  permissioned,
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

export type RerangeRequest = z.output<typeof RerangeRequest>
