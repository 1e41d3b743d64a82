import { byAddress, type Directory } from './Directory.ts'
import { units } from './numbers.ts'
import { type Json, send } from './Service.ts'
import type { Card, Desk, FactsCard, Step } from './Topic.ts'

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
  const purpose = action === 'DECREASE' ? 'withdrawal' : 'deposit'
  return answer.transactions.map((one: Json, index: number) => approvalStep(directory, one, { index, purpose }))
}

function approvalStep(
  directory: Directory,
  { transaction, cancelApproval, statement }: Json,
  { index, purpose }: { index: number; purpose: string },
): Step {
  const { token, spender, amount } = approvalOf(transaction)
  const much = amountWords(directory, token, amount)
  return {
    title: cancelApproval ? `Cancel an old approval (${index + 1})` : `Approval ${index + 1}`,
    why: cancelApproval
      ? `${much}: this token only accepts a new allowance after the old one is set to zero.`
      : `Lets ${spender} take up to ${much} from your wallet, and no more; without it the ${purpose} fails.`,
    transaction,
    statement,
  }
}

type Approval = { token: string; spender: string; amount: bigint }

/** The allowance of an approval: `approve(spender, amount)` of a token, or Permit2's own, which names the token first. */
function approvalOf({ to, data }: { to: string; data: string }): Approval {
  const word = (index: number) => data.slice(10 + index * 64, 74 + index * 64)
  const address = (index: number) => `0x${word(index).slice(24)}`
  const isPermit2 = data.startsWith('0x87517c45')
  const [token, spender] = isPermit2 ? [address(0), address(1)] : [to, address(0)]
  return { token, spender, amount: BigInt(`0x${word(isPermit2 ? 2 : 1)}`) }
}

function amountWords(directory: Directory, address: string, amount: bigint): string {
  const token = byAddress(directory, address)
  return token ? `${units(amount, token.decimals)} ${token.symbol}` : `${amount} units of ${address}`
}

type CardContent = {
  title: string
  wallet: string
  built: Json
  transaction: Json
  path: string
  body: Json
  before?: Step[]
}

/** A card from a response of the service. */
export function cardOf(
  { directory }: Desk,
  { title, wallet, built, transaction, path, body, before = [] }: CardContent,
): Card {
  return {
    kind: 'transaction',
    title,
    chainId: directory.chainId,
    wallet,
    summary: built.summary,
    steps: [...before, { title, why: built.summary, transaction, statement: built.statement }],
    warnings: (built.warnings ?? []).map((warning: Json) => warning.message ?? String(warning)),
    ...(built.limits && { limits: built.limits }),
    rebuild: { method: 'POST', path, body },
  }
}

const TOKEN_FACTS = ['address', 'name', 'symbol', 'priceEth', 'marketCapEth', 'progressBps', 'graduated', 'holders']

/** A launched token. */
export function tokenCard(token: Json): FactsCard {
  const { name, symbol, address } = token
  return {
    kind: 'quote',
    title: `${name} (${symbol})`,
    words: [`Contract ${address}`],
    data: { token: pick(token, TOKEN_FACTS) },
  }
}

const POSITION_FACTS = [
  'protocol',
  'tokenId',
  'owner',
  'token0',
  'token1',
  'fee',
  'status',
  'amounts',
  'uncollectedFees',
]

/** A liquidity position. */
export function positionCard(position: Json): FactsCard {
  const { protocol, tokenId = '', token0, token1, status } = position
  const title = `${protocol} ${tokenId && `#${tokenId} `}${token0.symbol}/${token1.symbol}`
  const words = [`Status ${status.toLowerCase().replaceAll('_', ' ')}`]
  return { kind: 'quote', title, words, data: { position: pick(position, POSITION_FACTS) } }
}

function pick(record: Json, names: readonly string[]): Json {
  return Object.fromEntries(names.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]])))
}

type RecipeContent = Omit<CardContent, 'transaction' | 'before'>

/** A card from a response with several transactions, or with one after its approvals. */
export function recipeCard(desk: Desk, { title, built, ...rest }: RecipeContent): Card {
  const { approvals = [], steps, groups, transaction, statement } = built
  const parts: Json[] = steps ?? groups ?? [{ transaction, statement, summary: built.summary }]
  const summary = built.summary ?? parts.map((part) => part.summary).join('\n')
  const warnings = [...(built.warnings ?? []), ...(groups ?? []).flatMap((group: Json) => group.warnings)]
  const before = approvals.map((one: Json, index: number) =>
    approvalStep(desk.directory, one, { index, purpose: 'next step' }),
  )
  const [last] = parts.slice(-1)
  const earlier = parts.slice(0, -1).map((part, index) => ({
    title: `Step ${index + 1}`,
    why: part.summary,
    transaction: part.transaction,
    statement: part.statement,
  }))
  const whole = { ...built, summary, warnings, statement: last.statement }
  return cardOf(desk, { title, built: whole, transaction: last.transaction, before: [...before, ...earlier], ...rest })
}

/** The note under every card. */
export const SIGN_YOURSELF =
  'Nothing is signed or sent here: look at the card, and sign in your own wallet if you agree.'

/** The number and order of the transactions. */
export function stepWords(card: Card): string {
  return card.steps.length > 1
    ? `${card.steps.length} transactions, in this order: ${card.steps.map(({ title }) => title).join(', ')}.`
    : 'One transaction.'
}
