import { z } from 'zod'
import { Address, ChainId, Wallet } from '#core/wire.ts'
import { body, maybe, refuse } from '#liquidity/fields.ts'
import { requireSource, sourceFields } from '#liquidity/request/sourceFields.ts'
import { approvalsNeedSimulation, includeApprovalSimulation, simulation, terms } from '#liquidity/wire.ts'

const { liquidityPercentageToDecrease: _part, ...source } = sourceFields
const PERCENT = 'must be a whole number from 0 to 100'

export const ZapOutRequest = body({
  walletAddress: Wallet,
  chainId: ChainId,
  ...source,
  tokenOutAddress: Address.meta({
    description: 'The token of the pool to receive everything in. The zero address unwraps to native ETH.',
  }),
  liquidityPercentageToDecrease: maybe(z.int(PERCENT).min(0, PERCENT).max(100, PERCENT)).meta({
    description:
      'Percentage of the liquidity to remove. At any percentage, all fees are collected; 0 turns only the fees of a V3 position into the token. Default: 100.',
  }),
  includeApprovalSimulation,
  ...terms,
  ...simulation,
}).superRefine((request, context) => {
  approvalsNeedSimulation(request, context)
  requireSource(request, context)
  if (request.liquidityPercentageToDecrease === 0 && request.protocol !== 'V3') {
    refuse(
      context,
      'liquidityPercentageToDecrease',
      `must be from 1 to 100 for ${request.protocol}. ${FEES_INSTEAD[request.protocol]}`,
    )
  }
})

const FEES_INSTEAD = {
  V2: 'V2 fees are part of the liquidity',
  V4: 'Collect the fees with /lp/claim_fees, or build lpClaimFees and then lpZapIn with tokenId with /api/batch/prepare',
}

export type ZapOutRequest = z.output<typeof ZapOutRequest>
