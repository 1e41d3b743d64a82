import { z } from 'zod'
import { ChainId, Wallet } from '#core/wire.ts'
import { body, maybe, refuse } from '#liquidity/fields.ts'
import { LpToken, Protocol, Urgency } from '#liquidity/wire.ts'

export const Action = z.enum(['CREATE', 'INCREASE', 'DECREASE', 'MIGRATE'])

export const ApprovalRequest = body({
  walletAddress: Wallet,
  protocol: Protocol,
  chainId: ChainId,
  lpTokens: z.array(LpToken).min(1, 'must name at least one token').max(10, 'must name at most ten tokens'),
  action: Action,
  simulateTransaction: maybe(z.boolean()).meta({ description: 'Alias of includeGasInfo.' }),
  includeGasInfo: maybe(z.boolean()).meta({ description: 'Adds gasFee and the gas fields to each approval.' }),
  generatePermitAsTransaction: maybe(z.boolean()).meta({
    description: 'Returns the permit as transactions instead of typed data.',
  }),
  urgency: maybe(Urgency),
  v3NftTokenId: maybe(z.int('must be a whole number').min(0)).meta({
    description: 'The V3 position to migrate. Required with MIGRATE.',
  }),
}).superRefine(({ lpTokens }, context) => {
  const addresses = lpTokens.map(({ tokenAddress }) => tokenAddress)
  if (new Set(addresses).size === addresses.length) return
  refuse(context, 'lpTokens', 'must name each token once')
})

export type ApprovalRequest = z.output<typeof ApprovalRequest>
