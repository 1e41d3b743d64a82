import type { z } from 'zod'
import { ChainId, Wallet } from '#core/wire.ts'
import { acceptRisks } from '#liquidity/checks/requireAccepted.ts'
import { ExistingPool } from '#liquidity/endpoints/create/request.ts'
import { body } from '#liquidity/fields.ts'
import { noRangeOnV2, rangeFields } from '#liquidity/request/rangeFields.ts'
import { requireSource, sourceFields } from '#liquidity/request/sourceFields.ts'
import { approvalsNeedSimulation, includeApprovalSimulation, Protocol, simulation, terms } from '#liquidity/wire.ts'

export const MigrateRequest = body({
  walletAddress: Wallet,
  chainId: ChainId,
  ...sourceFields,
  targetProtocol: Protocol.meta({ description: 'The protocol of the pool to move to.' }),
  existingPool: ExistingPool.meta({
    description:
      'The pool to move to. It holds the same two tokens; native ETH counts as its wrapped form where one of the protocols is V2 or V3.',
  }),
  ...rangeFields,
  acceptRisks,
  includeApprovalSimulation,
  ...terms,
  ...simulation,
}).superRefine((request, context) => {
  approvalsNeedSimulation(request, context)
  requireSource(request, context)
  requireOther(request, context)
  noRangeOnV2(request.targetProtocol, request, context)
})

function requireOther(request: { protocol: string; targetProtocol: string }, context: z.RefinementCtx): void {
  if (request.protocol !== 'V2' || request.targetProtocol !== 'V2') return
  const message = 'must be V3 or V4: two tokens have one V2 pair'
  context.addIssue({ code: 'custom', path: ['targetProtocol'], message, input: request })
}

export type MigrateRequest = z.output<typeof MigrateRequest>
