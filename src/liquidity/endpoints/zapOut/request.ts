import { z } from 'zod'
import { Address, ChainId, Wallet } from '#core/wire.ts'
import { body, maybe } from '#liquidity/fields.ts'
import { approvalsNeedSimulation, includeApprovalSimulation, PositionId, simulation, terms } from '#liquidity/wire.ts'

const PERCENT = 'must be a whole number from 1 to 100'

export const ZapOutRequest = body({
  walletAddress: Wallet,
  chainId: ChainId,
  protocol: z.enum(['V3'], {
    error:
      'must be V3: no contract removes v2 or v4 liquidity and swaps in one transaction. Use /lp/decrease, then swap',
  }),
  tokenId: PositionId,
  tokenOutAddress: Address.meta({
    description: 'The token of the pool to receive everything in. The zero address unwraps to native ETH.',
  }),
  liquidityPercentageToDecrease: maybe(z.int(PERCENT).min(1, PERCENT).max(100, PERCENT)).meta({
    description: 'The part of the liquidity to remove. All fees are collected with any part. Default: 100.',
  }),
  includeApprovalSimulation,
  ...terms,
  ...simulation,
}).superRefine(approvalsNeedSimulation)

export type ZapOutRequest = z.output<typeof ZapOutRequest>
