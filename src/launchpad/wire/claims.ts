import { z } from 'zod'
import { Timestamp } from '#core/wire.ts'
import { Digits } from './schemas.ts'
import { Usd, UsdSource } from './usd.ts'

export const ClaimPage = z.object({
  total: z.int().meta({ description: 'Claims in the range.' }),
  totalEth: Digits.meta({ description: 'Their sum in wei.' }),
  totalUsd: Usd,
  claims: z
    .array(
      z
        .object({
          amountEth: Digits,
          timestamp: Timestamp,
          block: z.int(),
          logIndex: z.int(),
          transactionHash: z.string(),
        })
        .meta({ id: 'LaunchClaim' }),
    )
    .meta({ description: 'Newest first. Claims of zero are omitted.' }),
  nextCursor: z.string().optional().meta({ description: 'Absent on the last page.' }),
  usdSource: UsdSource,
})
