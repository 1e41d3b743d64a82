import { exact } from '#site/format.ts'
import type { LpAnswer, LpApproval, PermitData, Protocol } from '../../api/liquidity.ts'
import { type TokenInfo, tokenAmong } from '../../liquidity/tokens.ts'
import type { Step } from '../Signing.ts'
import {
  type Built,
  covers,
  isRecipe,
  type LpRequest,
  protocolOf,
  type SignedPermit,
  transactionOf,
  walletOf,
} from './LpRequest.ts'
import { firstSteps, recipeApprovals } from './recipeSteps.ts'

const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

type StepInput = { permit: SignedPermit | undefined; tokens: readonly TokenInfo[]; title: string }

/** The steps that remain, in order; the last one is the transaction itself. */
export function stepsOf(request: LpRequest | undefined, built: Built | undefined, known: StepInput): Step[] {
  if (!request || !built) return []
  const { approval, answer, isTogether = false } = built
  const permit = approval.v4BatchPermitData
  if (isRecipe(request) || isTogether)
    return [
      ...recipeApprovals(answer, known.tokens),
      ...firstSteps(answer, request.path),
      lastStep(answer, known.title),
    ]
  const isSigned = covers(known.permit, permit, walletOf(request))
  return [
    ...approval.transactions.map((one, index) => approvalStep(one, { request, index, tokens: known.tokens })),
    ...(permit && !isSigned ? [permitStep(permit, known.tokens)] : []),
    lastStep(answer, known.title),
  ]
}

function approvalStep(
  { transaction, cancelApproval }: LpApproval['transactions'][number],
  { request, index, tokens }: { request: LpRequest; index: number; tokens: readonly TokenInfo[] },
): Step {
  const { spender, amount } = readApproval(transaction.data)
  const protocol = protocolOf(request)
  const isShare = request.path === 'decrease'
  const { symbol, decimals } = isShare ? { symbol: 'pool shares', decimals: 18 } : tokenAmong(tokens, transaction.to)
  const whom = spenderName(spender, protocol)
  const id = `approval ${index} ${transaction.to} ${cancelApproval}`
  if (cancelApproval)
    return {
      id,
      kind: 'approval',
      title: `Cancel the old allowance of ${symbol}`,
      why: `${symbol} cannot replace an allowance, so the old one is set to zero first.`,
    }
  return {
    id,
    kind: 'approval',
    title: `Approve ${symbol} for ${whom}`,
    why: `Lets ${whom} ${isShare ? 'burn' : 'move'} up to ${exact(amount, decimals)} ${symbol} for this position, with a margin for price moves.`,
  }
}

function spenderName(spender: string, protocol: Protocol): string {
  if (spender.toLowerCase() === PERMIT2) return 'Permit2'
  return protocol === 'V2' ? 'the v2 router' : `the ${protocol.toLowerCase()} position manager`
}

function permitStep({ values }: PermitData, tokens: readonly TokenInfo[]): Step {
  const amounts = values.details.map(({ token, amount }) => {
    const { symbol, decimals } = tokenAmong(tokens, token)
    return `${exact(BigInt(amount), decimals)} ${symbol}`
  })
  const days = Math.round((Number(values.details[0]?.expiration ?? 0) * 1000 - Date.now()) / 86_400_000)
  return {
    id: 'permit',
    kind: 'permit',
    title: 'Sign the permit',
    why: `Lets the position manager move up to ${amounts.join(' and ')} through Permit2, for ${days} days. The amount has a margin for price moves. A signature, no gas.`,
  }
}

function lastStep(answer: LpAnswer, title: string): Step {
  const to = transactionOf(answer)?.to ?? ''
  return {
    id: 'transaction',
    kind: 'transaction',
    title,
    why: `Your wallet shows the contract ${to.slice(0, 6)}…${to.slice(-4)}.`,
  }
}

/** The two words of approve(spender, amount). */
function readApproval(data: string): { spender: string; amount: bigint } {
  return { spender: `0x${data.slice(34, 74)}`, amount: BigInt(`0x${data.slice(74, 138) || '0'}`) }
}
