import { exact } from '#site/format.ts'
import type { LpAnswer, LpApproval, PermitData, Protocol } from '../api/liquidity.ts'
import {
  type Built,
  covers,
  type LpRequest,
  protocolOf,
  type SignedPermit,
  transactionOf,
  walletOf,
} from './LpRequest.ts'
import { type TokenInfo, tokenAmong } from './tokens.ts'

/** Something the wallet is asked for, and why. */
export type LpStep = {
  id: string
  kind: 'signIn' | 'approval' | 'permit' | 'transaction'
  title: string
  /** Why it is needed, and how far it reaches. */
  why: string
}
/** One that is behind us. */
export type DoneStep = LpStep & { hash?: string | undefined; block?: number | undefined }

const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

export const SIGN_IN: LpStep = {
  id: 'signIn',
  kind: 'signIn',
  title: 'Sign in with your wallet',
  why: 'Slipway then builds and simulates for you, with a key that can do nothing else and ends with this page. A signature that moves nothing.',
}

type Given = { permit: SignedPermit | undefined; tokens: readonly TokenInfo[]; title: string }

/** What is still to be done, in order; the last one is the transaction itself. Nothing while that is not known. */
export function stepsOf(request: LpRequest | undefined, built: Built | undefined, given: Given): LpStep[] {
  if (!request || !built) return []
  const { approval, answer } = built
  const wanted = approval.v4BatchPermitData
  const isSigned = covers(given.permit, wanted, walletOf(request))
  return [
    ...approval.transactions.map((one, index) => approvalStep(one, { request, index, tokens: given.tokens })),
    ...(wanted && !isSigned ? [permitStep(wanted, given.tokens)] : []),
    lastStep(answer, given.title),
  ]
}

function approvalStep(
  { transaction, cancelApproval }: LpApproval['transactions'][number],
  { request, index, tokens }: { request: LpRequest; index: number; tokens: readonly TokenInfo[] },
): LpStep {
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
      why: `${symbol} refuses to replace an allowance by another, so the old one is set to zero first.`,
    }
  return {
    id,
    kind: 'approval',
    title: `Approve ${symbol} for ${whom}`,
    why: `${REASONS[isShare ? 'share' : protocol]} Exactly ${exact(amount, decimals)} ${symbol}, never without limit.`,
  }
}

const REASONS: Record<Protocol | 'share', string> = {
  V2: 'The v2 router takes the tokens into the pair.',
  V3: 'The v3 position manager takes the tokens into the pool.',
  V4: 'Permit2 is the contract through which v4 takes tokens.',
  share: 'The v2 router burns your pool shares for the two tokens.',
}

function spenderName(spender: string, protocol: Protocol): string {
  if (spender.toLowerCase() === PERMIT2) return 'Permit2'
  return protocol === 'V2' ? 'the v2 router' : `the ${protocol.toLowerCase()} position manager`
}

function permitStep({ values }: PermitData, tokens: readonly TokenInfo[]): LpStep {
  const amounts = values.details.map(({ token, amount }) => {
    const { symbol, decimals } = tokenAmong(tokens, token)
    return `${exact(BigInt(amount), decimals)} ${symbol}`
  })
  const days = Math.round((Number(values.details[0]?.expiration ?? 0) * 1000 - Date.now()) / 86_400_000)
  return {
    id: 'permit',
    kind: 'permit',
    title: 'Sign the permit',
    why: `Lets the position manager take up to ${amounts.join(' and ')} through Permit2, for ${days} days. A signature, not a transaction.`,
  }
}

function lastStep(answer: LpAnswer, title: string): LpStep {
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
