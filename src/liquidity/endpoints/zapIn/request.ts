import type { z } from 'zod'
import { ChainId, Wallet } from '#core/wire.ts'
import { acceptRisks } from '#liquidity/checks/requireAccepted.ts'
import { ExistingPool } from '#liquidity/endpoints/create/request.ts'
import { body } from '#liquidity/fields.ts'
import { exactlyOneRange, rangeFields } from '#liquidity/request/rangeFields.ts'
import {
  approvalsNeedSimulation,
  includeApprovalSimulation,
  LpToken,
  Protocol,
  simulation,
  terms,
} from '#liquidity/wire.ts'

export const ZapInRequest = body({
  walletAddress: Wallet,
  chainId: ChainId,
  protocol: Protocol,
  existingPool: ExistingPool,
  independentToken: LpToken.meta({ description: 'The token that pays for everything, and all of its amount.' }),
  ...rangeFields,
  acceptRisks,
  includeApprovalSimulation,
  ...terms,
  ...simulation,
}).superRefine((request, context) => {
  approvalsNeedSimulation(request, context)
  if (request.protocol !== 'V2') return exactlyOneRange(request, context)
  if (!request.priceBounds && !request.tickBounds) return
  const message = 'is for V3 and V4 only: V2 liquidity has no range'
  context.addIssue({ code: 'custom', path: ['tickBounds'], message, input: request })
})

export type ZapInRequest = z.output<typeof ZapInRequest>
