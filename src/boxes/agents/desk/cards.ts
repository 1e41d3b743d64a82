import { type Json, send } from './Service.ts'
import type { Card, Desk, Step } from './Topic.ts'

export type Action = 'CREATE' | 'INCREASE' | 'DECREASE'
type Spent = { tokenAddress: string; amount: string }

export type Approvals = { wallet: string; protocol: string; action: Action; tokens: readonly Spent[] }

/** The approvals a wallet still has to give before an action, each with its reason. */
export async function approvalSteps({ service, directory }: Desk, wanted: Approvals): Promise<Step[]> {
  const { wallet, protocol, action, tokens } = wanted
  const answer = await send(service, '/lp/check_approval', {
    walletAddress: wallet,
    protocol,
    chainId: directory.chainId,
    action,
    lpTokens: tokens,
    generatePermitAsTransaction: true,
  })
  return answer.transactions.map(({ transaction, cancelApproval }: Json, index: number) => ({
    title: cancelApproval ? `Cancel an old approval (${index + 1})` : `Approval ${index + 1}`,
    why: cancelApproval
      ? 'This token only accepts a new allowance after the old one is set to zero.'
      : `Lets ${spenderOf(transaction)} take exactly what this deposit needs from your wallet; without it the deposit fails.`,
    transaction,
  }))
}

/** Whom an approval empowers: the first argument of `approve`, or the second of Permit2's own. */
function spenderOf({ data }: { data: string }): string {
  const isPermit2 = data.startsWith('0x87517c45')
  const word = data.slice(10 + (isPermit2 ? 64 : 0), 10 + (isPermit2 ? 128 : 64))
  return `0x${word.slice(24)}`
}

type Parts = {
  title: string
  wallet: string
  built: Json
  transaction: Json
  path: string
  body: Json
  before?: Step[]
}

/** A card from an answer of the service. */
export function cardOf(
  { directory }: Desk,
  { title, wallet, built, transaction, path, body, before = [] }: Parts,
): Card {
  return {
    kind: 'transaction',
    title,
    chainId: directory.chainId,
    wallet,
    summary: built.summary,
    steps: [...before, { title, why: built.summary, transaction }],
    warnings: (built.warnings ?? []).map((warning: Json) => warning.message ?? String(warning)),
    ...(built.limits && { limits: built.limits }),
    rebuild: { method: 'POST', path, body },
  }
}

/** What is said under every card. */
export const SIGN_YOURSELF =
  'Nothing is signed or sent here: look at the card, and sign in your own wallet if you agree.'

/** `at most 0.5 ETH` and `at least 12 DUSD` where the answer states limits. */
export function limitWords(card: Card): string {
  return card.steps.length > 1
    ? `${card.steps.length} transactions, in this order: ${card.steps.map(({ title }) => title).join(', ')}.`
    : 'One transaction.'
}
