import type { z } from 'zod'
import { ChainId, Wallet } from '#core/wire.ts'
import { acceptRisks } from '#liquidity/checks/requireAccepted.ts'
import { ExistingPool } from '#liquidity/endpoints/create/request.ts'
import { body } from '#liquidity/fields.ts'
import { noRangeOnV2, rangeFields } from '#liquidity/request/rangeFields.ts'
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
  noRangeOnV2(request.protocol, request, context)
})

export type ZapInRequest = z.output<typeof ZapInRequest>
