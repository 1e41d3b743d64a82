import type { Address } from 'viem'
import { z } from 'zod'
import type { Chain } from '#chain/Chain.ts'
import type { Operation } from '#core/Operation.ts'
import type { Attest } from '#core/Statement.ts'
import { Statement, TransactionRequest, toQuantity } from '#core/TransactionRequest.ts'
import { simulateAll } from '#liquidity/answer/simulateTransaction.ts'
import type { Approval } from '#liquidity/approvals/Approval.ts'
import { toTypedData } from '#liquidity/approvals/Permit.ts'
import type { Context } from '#liquidity/Context.ts'
import { checkApprovalCalldata } from '#liquidity/checks/checkCalldata.ts'
import { defineBuild } from '#liquidity/endpoints/defineBuild.ts'
import { examples } from '#liquidity/examples.ts'
import { NftPermitData, PermitData } from '#liquidity/wire.ts'
import { approvalsFor } from './approvalsFor.ts'
import { kycWarnings } from './kycWarnings.ts'
import { Action, ApprovalRequest } from './request.ts'

const ApprovalTransaction = z
  .object({
    transaction: TransactionRequest,
    cancelApproval: z.boolean(),
    action: Action,
    gasFee: z.string().optional(),
    statement: Statement,
  })
  .meta({ id: 'ApprovalTransactionRequest' })

export const Response = z.object({
  requestId: z.string(),
  transactions: z.array(ApprovalTransaction).meta({ description: 'Send each `transaction` unchanged, in this order.' }),
  v4BatchPermitData: PermitData.optional(),
  v3NftPermitData: NftPermitData.optional(),
  permitStatement: Statement.optional().meta({ description: 'With a permit: the statement about its typed data.' }),
  kycRequiredWarnings: z.array(
    z
      .object({
        kycUrl: z.string().meta({ description: 'A web page that explains how a wallet gets on the allow-list.' }),
        tokenAddress: z.string(),
        chainId: z.number(),
      })
      .meta({ id: 'KycRequiredWarning' }),
  ),
})

export function checkApproval(context: Context): Operation {
  return defineBuild(context, {
    name: 'lpCheckApproval',
    path: '/lp/check_approval',
    summary: 'List the approvals and permits a wallet still needs for an action.',
    errors: ['failed_precondition', 'not_found', 'permission_denied', 'unavailable'],
    examples: examples.checkApproval,
    request: ApprovalRequest,
    response: Response,
    async build(request, { chain, requestId, now, attest }) {
      const { approvals, holdings, most, grants, ...permits } = await approvalsFor(
        chain,
        request,
        BigInt(Math.floor(now / 1000)),
      )
      const wallet = request.walletAddress
      const pageOf = (token: Address) => context.admissionUrl(chain.id, token, wallet)
      for (const approval of approvals) checkApprovalCalldata(approval, chain.facts, most)
      const permit = permits.v4BatchPermitData ?? permits.v3NftPermitData
      const typedData = permit && toTypedData(permit, chain.id)
      const signed = { chainId: chain.id, from: wallet, stated: { approvals: grants } }
      const permitStatement = typedData && (await attest.message({ ...signed, typedData }))
      return {
        requestId,
        transactions: await toTransactions(chain, request, { approvals, attest }),
        ...permits,
        ...(permitStatement && { permitStatement }),
        kycRequiredWarnings: kycWarnings(chain.facts, { wallet, pageOf }, holdings),
      }
    },
  })
}

async function toTransactions(
  chain: Chain,
  request: ApprovalRequest,
  { approvals, attest }: { approvals: readonly Approval[]; attest: Attest },
) {
  const { walletAddress: from, action, urgency = 'URGENT' } = request
  const wantsGas = (request.includeGasInfo || request.simulateTransaction) && approvals.length > 0
  const gas = wantsGas ? await simulateAll(chain, from, { transactions: approvals, urgency }) : []
  const statements = await Promise.all(
    approvals.map(({ to, data, grant }) =>
      attest.transaction({ chainId: chain.id, from, to, data, value: 0n, stated: { approvals: [grant] } }),
    ),
  )
  return approvals.map(({ to, data, isCancel }, index) => ({
    transaction: { to, from, data, value: toQuantity(0n), chainId: chain.id, ...gas[index]?.fields },
    cancelApproval: isCancel,
    action,
    ...(gas[index] && { gasFee: gas[index].gasFee.toString() }),
    statement: statements[index] ?? '',
  }))
}
