import { z } from 'zod'
import type { Chain } from '#chain/Chain.ts'
import { Statement, TransactionRequest, toCall, toQuantity, walletCalls } from '#core/TransactionRequest.ts'
import type { Approval } from '#liquidity/approvals/Approval.ts'
import { checkApprovalCalldata, checkPositionApproval } from '#liquidity/checks/checkCalldata.ts'
import type { Answering } from './Answering.ts'

const ExactApproval = z
  .object({ transaction: TransactionRequest, cancelApproval: z.boolean(), statement: Statement })
  .meta({
    id: 'ExactApproval',
    description:
      'An approval of exactly the maximum that the transaction takes, or of the one position that it changes.',
  })

/** Everything that the wallet sends: the calls in order, and the approvals among them with statements. */
export const sent = {
  ...walletCalls,
  approvals: z.array(ExactApproval).meta({ description: 'Missing approvals, to be sent first in this order.' }),
}

type Transaction = Parameters<typeof toCall>[0]
type Attesting = Pick<Answering, 'request' | 'attest'>

/**
 * The approvals and then the transactions. No funds are in a contract in between, so that no batch has to be atomic.
 */
export async function toSent(
  chain: Chain,
  { approvals, ...answering }: Attesting & { readonly approvals: readonly Approval[] },
): Promise<(transactions: readonly Transaction[]) => SentCalls> {
  const stated = await Promise.all(approvals.map((approval) => toApproval(chain, approval, answering)))
  return (transactions) => ({
    calls: [...stated.map(({ transaction }) => transaction), ...transactions].map(toCall),
    atomicRequired: false,
    approvals: stated,
  })
}

type SentCalls = {
  readonly calls: ReturnType<typeof toCall>[]
  readonly atomicRequired: boolean
  readonly approvals: Awaited<ReturnType<typeof toApproval>>[]
}

async function toApproval(chain: Chain, approval: Approval, { request, attest }: Attesting) {
  const { to, data, isCancel, grant } = approval
  if (grant.tokenId !== undefined) checkPositionApproval(approval, chain.facts, grant.tokenId)
  else checkApprovalCalldata(approval, chain.facts, grant.amount ?? 0n)
  const from = request.walletAddress
  const stated = { approvals: [grant] }
  const statement = await attest.transaction({ chainId: chain.id, from, to, data, value: 0n, stated })
  return {
    transaction: { to, from, data, value: toQuantity(0n), chainId: chain.id },
    cancelApproval: isCancel,
    statement,
  }
}
