import { z } from 'zod'
import { Address, ChainId, Wallet } from '#core/wire.ts'
import { body, maybe, refuse } from '#liquidity/fields.ts'
import { mandate, PositionId, Protocol, permissioned, simulation, terms } from '#liquidity/wire.ts'

const PERCENT = 'must be a whole number from 1 to 100'

export const DecreaseRequest = body({
  walletAddress: Wallet,
  chainId: ChainId,
  protocol: Protocol,
  token0Address: Address,
  token1Address: Address,
  liquidityPercentageToDecrease: z.int(PERCENT).min(1, PERCENT).max(100, PERCENT),
  nftTokenId: maybe(PositionId).meta({ description: 'Required for V3 and V4.' }),
  withdrawAsWeth: maybe(z.boolean()).meta({
    description: 'V2 and V3: false unwraps to native ETH. Default: true. V4 ignores it.',
  }),
  permissioned,
  burn: maybe(z.boolean()).meta({ description: 'V3 and V4, at 100 percent: also burns the empty position.' }),
  mandate,
  ...terms,
  ...simulation,
}).superRefine((request, context) => {
  if (request.protocol !== 'V2' && request.nftTokenId === undefined)
    refuse(context, 'nftTokenId', 'is required for V3 and V4')
  if (request.burn && request.liquidityPercentageToDecrease !== 100)
    refuse(context, 'burn', 'needs liquidityPercentageToDecrease 100')
})

export type DecreaseRequest = z.output<typeof DecreaseRequest>
