import type { z } from 'zod'
import { Address, ChainId, Wallet } from '#core/wire.ts'
import { PermitInput, Signature } from '#liquidity/approvals/Permit.ts'
import { acceptRisks } from '#liquidity/checks/requireAccepted.ts'
import { body, maybe, refuse } from '#liquidity/fields.ts'
import {
  approvalsNeedSimulation,
  includeApprovalSimulation,
  LpToken,
  mandate,
  nativeTokenBalance,
  PositionId,
  Protocol,
  permissioned,
  simulation,
  terms,
} from '#liquidity/wire.ts'

export const IncreaseRequest = body({
  walletAddress: Wallet,
  chainId: ChainId,
  protocol: Protocol,
  token0Address: Address,
  token1Address: Address,
  independentToken: LpToken,
  dependentToken: maybe(LpToken).meta({ description: 'The maximum amount of the other token.' }),
  nftTokenId: maybe(PositionId).meta({ description: 'Required for V3 and V4.' }),
  v4BatchPermitData: maybe(PermitInput),
  signature: maybe(Signature),
  nativeTokenBalance,
  permissioned,
  acceptRisks,
  includeApprovalSimulation,
  mandate,
  ...terms,
  ...simulation,
}).superRefine((request, context) => {
  if (request.protocol !== 'V2' && request.nftTokenId === undefined)
    refuse(context, 'nftTokenId', 'is required for V3 and V4')
  if (!request.v4BatchPermitData !== !request.signature)
    refuse(context, 'signature', 'must be sent together with v4BatchPermitData; send both or neither')
  if (request.protocol !== 'V4' && request.v4BatchPermitData) refuse(context, 'v4BatchPermitData', 'is for V4 only')
  approvalsNeedSimulation(request, context)
})

export type IncreaseRequest = z.output<typeof IncreaseRequest>
