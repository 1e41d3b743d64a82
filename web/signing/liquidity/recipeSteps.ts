import { exact } from '#site/format.ts'
import type { LpAnswer, LpBuild, LpTransaction } from '../../api/liquidity.ts'
import { type TokenInfo, tokenAmong } from '../../liquidity/tokens.ts'
import type { Step } from '../Signing.ts'

/** Permit2's approve(token, spender, amount, expiration). */
const PERMIT2_APPROVE = '0x87517c45'
const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

type Approval = NonNullable<LpAnswer['approvals']>[number]

/** The approvals of a recipe, each for exactly what its transactions take. */
export function recipeApprovals({ approvals = [] }: LpAnswer, tokens: readonly TokenInfo[]): Step[] {
  return approvals.map((approval, index) => ({
    id: `approval ${index} ${approval.transaction.to}`,
    kind: 'approval',
    ...wordsOf(approval, tokens),
  }))
}

function wordsOf({ transaction, cancelApproval }: Approval, tokens: readonly TokenInfo[]): Pick<Step, 'title' | 'why'> {
  const isForAnHour = transaction.data.startsWith(PERMIT2_APPROVE)
  const token = isForAnHour ? addressIn(transaction, 0) : transaction.to
  const amount = amountIn(transaction, isForAnHour ? 2 : 1)
  const known = tokens.find(({ address }) => address.toLowerCase() === token.toLowerCase())
  if (!known) return unknownToken(amount)
  const { symbol, decimals } = tokenAmong(tokens, known.address)
  if (cancelApproval)
    return {
      title: `Cancel the old allowance of ${symbol}`,
      why: `${symbol} cannot replace an allowance, so the old one is set to zero first.`,
    }
  const most = `exactly ${exact(amount, decimals)} ${symbol}`
  if (isForAnHour)
    return {
      title: `Let Uniswap take ${symbol} for an hour`,
      why: `Lets Uniswap’s contract take ${most} through Permit2.`,
    }
  const isPermit2 = addressIn(transaction, 0).toLowerCase() === PERMIT2
  return { title: `Approve ${symbol}${isPermit2 ? ' for Permit2' : ''}`, why: `Lets Uniswap’s contract move ${most}.` }
}

// The amount of an NFT's approval is its number; a v2 pair's own token has eighteen decimals.
function unknownToken(amount: bigint): Pick<Step, 'title' | 'why'> {
  if (amount > 10n ** 9n)
    return { title: 'Approve pool shares', why: `Lets the v2 router burn exactly ${exact(amount, 18)} pool shares.` }
  return {
    title: `Approve position #${amount}`,
    why: 'Lets Uniswap’s router change this one position, and only when you ask it to.',
  }
}

/** The transactions before the last one: a swap where one token pays, else the removal. */
export function firstSteps({ steps = [] }: LpAnswer, path: LpBuild): Step[] {
  return steps.slice(0, -1).map(({ transaction: { to } }, index) => ({
    id: `step ${index} ${to}`,
    kind: 'step',
    title: FIRST_TITLES[path] ?? 'Remove the liquidity',
    why: 'It reaches your wallet first. A wallet that batches calls does all of it at once.',
  }))
}

const FIRST_TITLES: Partial<Record<LpBuild, string>> = { zap_in: 'Swap a part', batch: 'Collect a part' }

function wordIn({ data }: LpTransaction, index: number): string {
  return data.slice(10 + index * 64, 74 + index * 64)
}

function addressIn(transaction: LpTransaction, index: number): string {
  return `0x${wordIn(transaction, index).slice(24)}`
}

function amountIn(transaction: LpTransaction, index: number): bigint {
  return BigInt(`0x${wordIn(transaction, index) || '0'}`)
}
