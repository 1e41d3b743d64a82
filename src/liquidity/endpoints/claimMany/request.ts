import { z } from 'zod'
import { ChainId, Wallet } from '#core/wire.ts'
import { body, maybe } from '#liquidity/fields.ts'
import { PositionId, permissioned, simulation } from '#liquidity/wire.ts'

/** More would not fit into half a block of thirty million gas. */
const POSITIONS_MAX = 60

const ClaimedPosition = z
  .strictObject({
    protocol: z.enum(['V3', 'V4'], {
      error: 'must be V3 or V4: V2 fees are part of the liquidity and come with /lp/decrease',
    }),
    tokenId: PositionId,
    permissioned,
  })
  .meta({ id: 'ClaimedPosition' })

export const ClaimManyRequest = body({
  walletAddress: Wallet,
  chainId: ChainId,
  positions: z
    .array(ClaimedPosition)
    .min(1, 'must name at least one position')
    .max(POSITIONS_MAX, `must name at most ${POSITIONS_MAX} positions`)
    .refine((list) => new Set(list.map(keyOf)).size === list.length, 'must not name a position twice'),
  collectAsWeth: maybe(z.boolean()).meta({ description: 'V3 only: false unwraps to native ETH. Default: true.' }),
  urgency: simulation.urgency,
  minBlock: simulation.minBlock,
})

function keyOf({ protocol, tokenId, permissioned }: z.output<typeof ClaimedPosition>): string {
  return `${protocol} ${tokenId} ${permissioned ?? false}`
}

export type ClaimManyRequest = z.output<typeof ClaimManyRequest>
