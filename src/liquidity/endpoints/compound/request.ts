import { z } from 'zod'
import { ChainId, Wallet } from '#core/wire.ts'
import { acceptRisks } from '#liquidity/checks/requireAccepted.ts'
import { body, maybe } from '#liquidity/fields.ts'
import {
  approvalsNeedSimulation,
  includeApprovalSimulation,
  mandate,
  PositionId,
  permissioned,
  simulation,
  terms,
} from '#liquidity/wire.ts'

export const CompoundRequest = body({
  walletAddress: Wallet,
  chainId: ChainId,
  protocol: z.enum(['V3', 'V4'], { error: 'must be V3 or V4: V2 fees are part of the liquidity already' }),
  tokenId: PositionId,
  collectAsWeth: maybe(z.boolean()).meta({
    description:
      'V3 only: false collects and adds the wrapped token as native ETH. This needs no approval, but the wallet must hold that amount of ETH. Default: true.',
  }),
  mandate,
  permissioned,
  acceptRisks,
  includeApprovalSimulation,
  ...terms,
  ...simulation,
}).superRefine(approvalsNeedSimulation)

export type CompoundRequest = z.output<typeof CompoundRequest>
