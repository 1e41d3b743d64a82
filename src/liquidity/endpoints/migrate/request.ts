import type { z } from 'zod'
import { ChainId, Wallet } from '#core/wire.ts'
import { acceptRisks } from '#liquidity/checks/requireAccepted.ts'
import { ExistingPool, NewPool } from '#liquidity/endpoints/create/request.ts'
import { body, exactlyOne, maybe, refuse } from '#liquidity/fields.ts'
import { noRangeOnV2, rangeFields } from '#liquidity/request/rangeFields.ts'
import { requireSource, sourceFields } from '#liquidity/request/sourceFields.ts'
import { approvalsNeedSimulation, includeApprovalSimulation, Protocol, simulation, terms } from '#liquidity/wire.ts'

export const MigrateRequest = body({
  walletAddress: Wallet,
  chainId: ChainId,
  ...sourceFields,
  targetProtocol: Protocol.meta({ description: 'The protocol of the pool to move to.' }),
  existingPool: maybe(ExistingPool).meta({
    description:
      'The pool to move to. It holds the same two tokens; native ETH counts as its wrapped form if one of the protocols is V2 or V3.',
  }),
  newPool: maybe(NewPool).meta({
    description:
      'V3 and V4, instead of existingPool: a pool without a hook that the same transaction creates at initialPrice, before any funds move.',
  }),
  ...rangeFields,
  acceptRisks,
  includeApprovalSimulation,
  ...terms,
  ...simulation,
})
  .superRefine((request, context) => {
    approvalsNeedSimulation(request, context)
    requireSource(request, context)
    requireOther(request, context)
    requireOnePool(request, context)
    noRangeOnV2(request.targetProtocol, request, context)
  })
  .meta({ allOf: [exactlyOne('existingPool', 'newPool')] })

function requireOther(request: { protocol: string; targetProtocol: string }, context: z.RefinementCtx): void {
  if (request.protocol !== 'V2' || request.targetProtocol !== 'V2') return
  refuse(context, 'targetProtocol', 'must be V3 or V4: two tokens have one V2 pair')
}

type Pools = { targetProtocol: string; existingPool?: unknown; newPool?: unknown }

// The amounts of its first deposit set the price of a v2 pair, and those of a removal are known only when it is mined.
function requireOnePool(request: Pools, context: z.RefinementCtx): void {
  if (!request.existingPool === !request.newPool)
    refuse(context, 'existingPool', 'must be sent, or newPool instead, but not both')
  else if (request.newPool && request.targetProtocol === 'V2')
    refuse(
      context,
      'newPool',
      'is for V3 and V4 only: the first deposit sets the price of a V2 pair. Use /lp/decrease, then /lp/create_classic with both amounts',
    )
}

export type MigrateRequest = z.output<typeof MigrateRequest>
