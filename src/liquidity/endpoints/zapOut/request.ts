import type { z } from 'zod'
import { Address, ChainId, Wallet } from '#core/wire.ts'
import { body } from '#liquidity/fields.ts'
import { requireSource, sourceFields } from '#liquidity/request/sourceFields.ts'
import { approvalsNeedSimulation, includeApprovalSimulation, simulation, terms } from '#liquidity/wire.ts'

const { liquidityPercentageToDecrease, ...source } = sourceFields

export const ZapOutRequest = body({
  walletAddress: Wallet,
  chainId: ChainId,
  ...source,
  tokenOutAddress: Address.meta({
    description: 'The token of the pool to receive everything in. The zero address unwraps to native ETH.',
  }),
  liquidityPercentageToDecrease,
  includeApprovalSimulation,
  ...terms,
  ...simulation,
}).superRefine((request, context) => {
  approvalsNeedSimulation(request, context)
  requireSource(request, context)
})

export type ZapOutRequest = z.output<typeof ZapOutRequest>
