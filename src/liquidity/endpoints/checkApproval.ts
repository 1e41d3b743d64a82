import { z } from 'zod'
import type { Chain } from '#chain/Chain.ts'
import type { Chains } from '#chain/createChains.ts'
import { key } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { ChainId, Wallet } from '#core/wire.ts'
import { examples } from '#liquidity/examples.ts'
import type { Approval } from '#liquidity/steps/approvals.ts'
import { checkApproval as check } from '#liquidity/steps/check.ts'
import { toQuantity } from '#liquidity/steps/conclude.ts'
import { rehearseAll } from '#liquidity/steps/rehearse.ts'
import { LpToken, Permit, Protocol, TransactionRequest, Urgency } from '#liquidity/wire.ts'
import { approvalsFor } from './approvalsFor.ts'
import { kycWarnings } from './kyc.ts'

const Action = z.enum(['CREATE', 'INCREASE', 'DECREASE', 'MIGRATE'])

const Request = z
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

const ApprovalTransaction = z.object({
  transaction: TransactionRequest,
  cancelApproval: z.boolean(),
  action: Action,
  gasFee: z.string().optional(),
})

const Response = z.object({
  requestId: z.string(),
  transactions: z
    .array(ApprovalTransaction)
    .meta({ description: 'To be sent in this order, each `transaction` as it is.' }),
  v4BatchPermitData: Permit.optional(),
  v3NftPermitData: Permit.optional(),
  kycRequiredWarnings: z.array(z.object({ kycUrl: z.string(), tokenAddress: z.string(), chainId: z.number() })),
})

export type ApprovalRequest = z.output<typeof Request>

/** Says what a wallet must approve or sign before an action. */
export function checkApproval({ chains, now }: { chains: Chains; now: () => number }): Operation {
  return define({
    name: 'lpCheckApproval',
    method: 'POST',
    path: '/lp/check_approval',
    tag: 'liquidity',
    summary: 'List the approvals and permits a wallet still needs for an action.',
    access: key('lp:build'),
    limit: 'build',
    errors: ['failed_precondition', 'not_found', 'permission_denied', 'unavailable'],
    examples: examples.checkApproval,
    request: Request,
    response: Response,
    async handle(request, { requestId }) {
      const chain = chains.get(request.chainId)
      const { approvals, holdings, most, ...permits } = await approvalsFor(
        chain,
        request,
        BigInt(Math.floor(now() / 1000)),
      )
      for (const approval of approvals) check(approval, chain.facts, most)
      return {
        requestId,
        transactions: await toTransactions(chain, request, approvals),
        ...permits,
        kycRequiredWarnings: kycWarnings(chain.facts, request.walletAddress, holdings),
      }
    },
  })
}

async function toTransactions(chain: Chain, request: ApprovalRequest, approvals: readonly Approval[]) {
  const { walletAddress: from, action, urgency = 'URGENT' } = request
  const wantsGas = (request.includeGasInfo || request.simulateTransaction) && approvals.length > 0
  const gas = wantsGas ? await rehearseAll(chain, from, { transactions: approvals, urgency }) : []
  return approvals.map(({ to, data, isCancel }, index) => ({
    transaction: { to, from, data, value: toQuantity(0n), chainId: chain.id, ...gas[index]?.fields },
    cancelApproval: isCancel,
    action,
    ...(gas[index] && { gasFee: gas[index].gasFee.toString() }),
  }))
}
