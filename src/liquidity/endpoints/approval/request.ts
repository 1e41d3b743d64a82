import { z } from 'zod'
import { ChainId, Wallet } from '#core/wire.ts'
import { LpToken, Protocol, Urgency } from '#liquidity/wire.ts'

export const Action = z.enum(['CREATE', 'INCREASE', 'DECREASE', 'MIGRATE'])

export const ApprovalRequest = z
  .object({
    walletAddress: Wallet,
    protocol: Protocol,
    chainId: ChainId,
    lpTokens: z.array(LpToken).min(1, 'must name at least one token').max(10, 'must name at most ten tokens'),
    action: Action,
    simulateTransaction: z.boolean().optional().meta({ description: 'The same as includeGasInfo.' }),
    includeGasInfo: z.boolean().optional().meta({ description: 'Adds gasFee and the gas fields to each approval.' }),
    generatePermitAsTransaction: z
      .boolean()
      .optional()
      .meta({ description: 'Returns the permit as transactions instead of typed data.' }),
    urgency: Urgency.optional(),
    v3NftTokenId: z
      .int('must be a whole number')
      .min(0)
      .optional()
      .meta({ description: 'The V3 position to be migrated; required with MIGRATE.' }),
  })
  .superRefine(({ lpTokens }, context) => {
    const addresses = lpTokens.map(({ tokenAddress }) => tokenAddress)
    if (new Set(addresses).size === addresses.length) return
    context.addIssue({ code: 'custom', path: ['lpTokens'], message: 'must name each token once', input: lpTokens })
  })

export type ApprovalRequest = z.output<typeof ApprovalRequest>
