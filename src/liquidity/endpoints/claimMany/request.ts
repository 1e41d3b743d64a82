import { z } from 'zod'
import { Address, ChainId, Wallet } from '#core/wire.ts'
import { body, maybe, refuse } from '#liquidity/fields.ts'
import { mandate, PositionId, permissioned, simulation, terms } from '#liquidity/wire.ts'

/** More do not fit into half a block of thirty million gas. */
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
  tokenOutAddress: maybe(Address).meta({
    description:
      'V3 only: the token of the pools in which all fees are paid. Fees in the other token are swapped in the same pool. The zero address unwraps to native ETH. A position without such a swap is listed in leftOut.',
  }),
  slippageTolerance: terms.slippageTolerance.meta({
    description: 'Tolerance of each swap and of the sum, in percent. Only with tokenOutAddress. Default: 0.5.',
  }),
  mandate,
  urgency: simulation.urgency,
  minBlock: simulation.minBlock,
}).superRefine(requireSwap)

type Swapping = { tokenOutAddress?: unknown; slippageTolerance?: unknown; collectAsWeth?: unknown; mandate?: unknown }

function requireSwap(request: Swapping, context: z.RefinementCtx): void {
  const { tokenOutAddress, slippageTolerance, collectAsWeth, mandate: signed } = request
  if (!tokenOutAddress && slippageTolerance !== undefined)
    refuse(context, 'slippageTolerance', 'is only for tokenOutAddress')
  if (tokenOutAddress && signed)
    refuse(context, 'tokenOutAddress', 'cannot be combined with mandate: no mandate covers a swap')
  if (tokenOutAddress && collectAsWeth !== undefined) {
    refuse(context, 'collectAsWeth', 'cannot be combined with tokenOutAddress: the zero address there unwraps')
  }
}

function keyOf({ protocol, tokenId, permissioned }: z.output<typeof ClaimedPosition>): string {
  return `${protocol} ${tokenId} ${permissioned ?? false}`
}

export type ClaimManyRequest = z.output<typeof ClaimManyRequest>
