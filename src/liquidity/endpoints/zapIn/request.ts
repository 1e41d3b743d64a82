import type { z } from 'zod'
import { ChainId, Wallet } from '#core/wire.ts'
import { acceptRisks } from '#liquidity/checks/requireAccepted.ts'
import { ExistingPool } from '#liquidity/endpoints/create/request.ts'
import { body, exactlyOne, maybe, refuse } from '#liquidity/fields.ts'
import { noRangeOnV2, rangeFields } from '#liquidity/request/rangeFields.ts'
import {
  approvalsNeedSimulation,
  includeApprovalSimulation,
  LpToken,
  PositionId,
  Protocol,
  simulation,
  terms,
} from '#liquidity/wire.ts'

export const ZapInRequest = body({
  walletAddress: Wallet,
  chainId: ChainId,
  protocol: Protocol,
  existingPool: maybe(ExistingPool),
  tokenId: maybe(PositionId).meta({
    description: 'V3 and V4: a position to add to, instead of existingPool and a range.',
  }),
  independentToken: LpToken.meta({
    description:
      'The token to pay with; its whole amount is used. A token of the pool or, with swapPool, any trusted token.',
  }),
  swapPool: maybe(ExistingPool).meta({
    description:
      'V4, for a new position from a token that existingPool does not hold: the V4 pool of that token and a token of existingPool. The whole amount is swapped there first, in the same transaction.',
  }),
  dependentToken: maybe(LpToken).meta({
    description:
      'V3 and V4: the other token, if it is paid as well; its whole amount is used. The token in excess is swapped.',
  }),
  ...rangeFields,
  acceptRisks,
  includeApprovalSimulation,
  ...terms,
  ...simulation,
})
  .superRefine((request, context) => {
    approvalsNeedSimulation(request, context)
    if (!request.existingPool === (request.tokenId === undefined))
      refuse(context, 'existingPool', 'must be sent, or tokenId instead, but not both')
    if (request.tokenId === undefined) noRangeOnV2(request.protocol, request, context)
    else if (request.priceBounds || request.tickBounds)
      refuse(context, 'tickBounds', 'must be left out with tokenId: the position has its range')
    if (request.protocol === 'V2' && request.tokenId !== undefined)
      refuse(context, 'tokenId', 'is for V3 and V4 only: send existingPool')
    if (request.protocol === 'V2' && request.dependentToken)
      refuse(
        context,
        'dependentToken',
        'is for V3 and V4 only: use /lp/create_classic for both, then /lp/zap_in for the rest',
      )
  })
  .meta({ allOf: [exactlyOne('existingPool', 'tokenId')] })

export type ZapInRequest = z.output<typeof ZapInRequest>
