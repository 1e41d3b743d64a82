import { z } from 'zod'
import { ChainId, Wallet } from '#core/wire.ts'
import { acceptRisks } from '#liquidity/checks/requireAccepted.ts'
import { body, exactlyOne, maybe, refuse } from '#liquidity/fields.ts'
import { rangeFields, TickNumber } from '#liquidity/request/rangeFields.ts'
import { sourceFields } from '#liquidity/request/sourceFields.ts'
import {
  approvalsNeedSimulation,
  includeApprovalSimulation,
  PositionId,
  permissioned,
  simulation,
  terms,
} from '#liquidity/wire.ts'

const OneTick = z
  .union([z.strictObject({ tickLower: TickNumber }), z.strictObject({ tickUpper: TickNumber })], {
    error: 'must be {"tickLower": tick} or {"tickUpper": tick}',
  })
  .meta({
    id: 'KeepRatio',
    description:
      'One tick of the new range. The other is chosen so that the whole position fits without a swap, up to the tick spacing.',
  })

const RANGES = ['priceBounds', 'tickBounds', 'keepRatio'] as const

export const RerangeRequest = body({
  walletAddress: Wallet,
  chainId: ChainId,
  protocol: z.enum(['V3', 'V4'], { error: 'must be V3 or V4: V2 liquidity has no range' }),
  tokenId: PositionId,
  ...rangeFields,
  keepRatio: maybe(OneTick),
  liquidityPercentageToDecrease: sourceFields.liquidityPercentageToDecrease.meta({
    description:
      'Percentage of the liquidity to move. At any percentage, all fees are moved or paid out. Default: 100.',
  }),
  permissioned,
  acceptRisks,
  includeApprovalSimulation,
  ...terms,
  ...simulation,
})
  .superRefine((request, context) => {
    oneOfThem(request, context)
    approvalsNeedSimulation(request, context)
  })
  .meta({ allOf: [exactlyOne(...RANGES)] })

function oneOfThem(request: Partial<Record<(typeof RANGES)[number], unknown>>, context: z.RefinementCtx): void {
  if (RANGES.filter((name) => request[name]).length === 1) return
  refuse(context, 'priceBounds', 'must be sent, or tickBounds or keepRatio instead, but only one of them')
}

export type RerangeRequest = z.output<typeof RerangeRequest>
