import { z } from 'zod'
import { ChainId, Wallet } from '#core/wire.ts'
import { body, maybe } from '#liquidity/fields.ts'
import { mandate, PositionId, permissioned, simulation } from '#liquidity/wire.ts'

export const ClaimRequest = body({
  walletAddress: Wallet,
  chainId: ChainId,
  protocol: z.enum(['V3', 'V4'], {
    error: 'must be V3 or V4: V2 fees are part of the liquidity and come with /lp/decrease',
  }),
  tokenId: PositionId,
  collectAsWeth: maybe(z.boolean()).meta({ description: 'V3 only: false unwraps to native ETH. Default: true.' }),
  permissioned,
  mandate,
  ...simulation,
})

export type ClaimRequest = z.output<typeof ClaimRequest>
