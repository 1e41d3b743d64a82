import { z } from 'zod'
import { invalidField } from '#core/ApiError.ts'
import { Address, ChainId, Wallet } from '#core/wire.ts'
import { body, maybe } from '#liquidity/fields.ts'
import {
  approvalsNeedSimulation,
  includeApprovalSimulation,
  PositionId,
  Protocol,
  simulation,
  terms,
} from '#liquidity/wire.ts'

const PERCENT = 'must be a whole number from 1 to 100'

export const ZapOutRequest = body({
  walletAddress: Wallet,
  chainId: ChainId,
  protocol: Protocol,
  tokenId: maybe(PositionId).meta({ description: 'Required for V3 and V4.' }),
  token0Address: maybe(Address).meta({ description: 'Of the pair. Required for V2.' }),
  token1Address: maybe(Address).meta({ description: 'Of the pair. Required for V2.' }),
  tokenOutAddress: Address.meta({
    description: 'The token of the pool to receive everything in. The zero address unwraps to native ETH.',
  }),
  liquidityPercentageToDecrease: maybe(z.int(PERCENT).min(1, PERCENT).max(100, PERCENT)).meta({
    description: 'The part of the liquidity to remove. All fees are collected with any part. Default: 100.',
  }),
  includeApprovalSimulation,
  ...terms,
  ...simulation,
}).superRefine((request, context) => {
  approvalsNeedSimulation(request, context)
  const required = request.protocol === 'V2' ? (['token0Address', 'token1Address'] as const) : (['tokenId'] as const)
  for (const field of required) {
    if (request[field] !== undefined) continue
    const message = `is required for ${request.protocol}`
    context.addIssue({ code: 'custom', path: [field], message, input: request })
  }
})

export type ZapOutRequest = z.output<typeof ZapOutRequest>

export function requireTokenId({ tokenId, protocol }: ZapOutRequest): bigint {
  if (tokenId !== undefined) return tokenId
  throw invalidField('tokenId', `is required for ${protocol}`)
}
