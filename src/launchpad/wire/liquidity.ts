import { z } from 'zod'
import { Address, Timestamp } from '#core/wire.ts'
import { Digits } from './schemas.ts'

export const LiquidityPage = z.object({
  moves: z
    .array(
      z
        .object({
          kind: z.enum(['added', 'removed']),
          ethAmount: Digits.meta({
            description: 'Value of the moved liquidity in wei, at the price just before the move, without fees.',
          }),
          tokenAmount: Digits,
          liquidityDelta: z.string(),
          tickLower: z.int(),
          tickUpper: z.int(),
          sender: Address.meta({
            description: 'The contract that moved it, such as the position manager of Uniswap v4.',
          }),
          positionId: Digits.meta({
            description: 'The salt of the position; for the position manager, the id of the NFT.',
          }),
          timestamp: Timestamp,
          block: z.int(),
          logIndex: z.int(),
          transactionHash: z.string(),
        })
        .meta({ id: 'LaunchLiquidityMove' }),
    )
    .meta({ description: 'Newest first. The locked liquidity of the launchpad is omitted.' }),
  nextCursor: z.string().optional().meta({ description: 'Absent on the last page.' }),
})
