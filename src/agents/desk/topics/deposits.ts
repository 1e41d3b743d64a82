import { approvalSteps, cardOf, SIGN_YOURSELF, stepWords } from '#agents/desk/cards.ts'
import { type DepositAmount, type Quote, quotePosition } from '#agents/desk/lpQuote.ts'
import type { Slots } from '#agents/desk/Memory.ts'
import { figure, units, unitsAtMost } from '#agents/desk/numbers.ts'
import * as Pool from '#agents/desk/Pool.ts'
import { asOf, capital, choosePool, isReply, withPartner } from '#agents/desk/pairs.ts'
import { ask, type Desk, isComplete, type Reply, type Step, type Topic } from '#agents/desk/Topic.ts'

const deposit: Topic = {
  name: 'deposit',
  async answer(desk) {
    const pool = await choosePool(withPartner(desk))
    if (isReply(pool)) return pool
    const quote = await quotePosition(desk, pool)
    if (!quote) return ask(`How much of ${pool.token0.symbol} or ${pool.token1.symbol}?`, 'amount')
    const talked = { ...desk.slots, pool: pool.reference }
    const next = isComplete(desk) ? await preparePosition(desk, talked) : { text: NEXT }
    return {
      ...next,
      text: `${inWords(quote)} ${capital(asOf(desk.now))}.\n${next.text}`,
      proposal: { kind: 'position', slots: talked },
      slots: { ...desk.slots, tokens: [quote.pool.token0, quote.pool.token1] },
    }
  },
}

const NEXT = 'Next: "prepare it", or "what approvals will I need".'

function inWords(quote: Quote): string {
  const { pool, label, offered, ticks, shortage } = quote
  const where = `in the ${label} (${pool.reference}) at ${Pool.priceWords(pool, offered.token)}`
  const sentences = [`${amountWords(quote)}${rangeWords(pool, ticks)}, ${where}.`, roomWords(quote), hookWords(quote)]
  return [...sentences, shortage].filter(Boolean).join(' ')
}

function amountWords({ offered, independent, dependent }: Quote): string {
  if (isNear(independent.amount, offered.amount)) return `Next to ${shown(offered)} you need ${shown(dependent)}`
  return `Of ${shown(offered)}, ${shown(independent)} goes in, and you need ${shown(dependent)} next to it`
}

/** Added where more than the current amounts may be paid, as on v4. */
function roomWords({ independent, dependent }: Quote): string {
  if ([independent, dependent].every(({ amount, atMost }) => isNear(amount, atMost))) return ''
  return `That leaves room for the price to move until it is mined: at most ${mostWords([independent, dependent])} can be spent; if that is not enough, the deposit reverts.`
}

function hookWords({ pool, built }: Quote): string {
  return pool.hook && !built ? 'A hook can take an additional share; for a wallet that can pay, I can compute it.' : ''
}

const shown = ({ token, amount }: Pick<DepositAmount, 'token' | 'amount'>) =>
  `${units(amount, token.decimals)} ${token.symbol}`
const mostWords = (sides: readonly DepositAmount[]) =>
  sides.map(({ token, atMost }) => `${unitsAtMost(atMost, token.decimals)} ${token.symbol}`).join(' and ')

/** Whether two amounts differ by no more than the dust of rounding. */
function isNear(amount: bigint, other: bigint): boolean {
  const difference = amount > other ? amount - other : other - amount
  return difference * 1_000_000n <= other
}

function rangeWords(pool: Pool.Pool, ticks: Quote['ticks']): string {
  if (!ticks) return ' over the full range'
  const [low, high] = [Pool.priceAtTick(pool, ticks.tickLower), Pool.priceAtTick(pool, ticks.tickUpper)]
  if (high / low > 1e30) return ` over the full range (ticks ${ticks.tickLower} to ${ticks.tickUpper})`
  const { token0, token1 } = pool
  const forward = `${figure(low)} and ${figure(high)} ${token1.symbol} per ${token0.symbol}`
  const backward = `${figure(1 / high)} to ${figure(1 / low)} ${token0.symbol} per ${token1.symbol}`
  return ` between ${forward} (${backward}; ticks ${ticks.tickLower} to ${ticks.tickUpper}, snapped to the spacing of ${pool.tickSpacing})`
}

/** Builds the position that was talked about, for a wallet. */
export async function preparePosition(desk: Desk, talked: Slots): Promise<Reply> {
  const wallet = desk.slots.wallet ?? desk.memory.wallet
  if (!wallet) return ask('For which wallet? Send its address; I never need a key.', 'wallet')
  const about = { ...desk, slots: { ...talked, wallet } }
  const quote = await quoteAgain(about)
  if ('text' in quote) return quote
  if (!quote.built) return { text: `It cannot be built for ${wallet}: ${quote.shortage}`, wallet }
  const before = await approvalsOf(desk, quote, wallet)
  const title = `New position in the ${quote.label}`
  const card = cardOf(desk, { title, wallet, transaction: quote.built.create, before, ...quote, built: quote.built })
  const count = `${before.length} ${before.length === 1 ? 'approval' : 'approvals'} first, then the deposit.`
  return { text: `${quote.built.summary}\n${count} ${stepWords(card)} ${SIGN_YOURSELF}`, cards: [card], wallet }
}

/** The approvals the wallet still needs, up to the maximum the deposit can take. */
function approvalsOf(desk: Desk, { pool, independent, dependent }: Quote, wallet: string): Promise<Step[]> {
  const tokens = [independent, dependent].map(({ token, atMost }) => ({
    tokenAddress: token.address,
    amount: String(atMost),
  }))
  return approvalSteps(desk, { wallet, protocol: pool.protocol, action: 'CREATE', tokens })
}

async function quoteAgain(desk: Desk): Promise<Quote | Reply> {
  const pool = await choosePool(desk)
  if (isReply(pool)) return pool
  return (await quotePosition(desk, pool)) ?? ask('How much do you want to put in?', 'amount')
}

const approvals: Topic = {
  name: 'approvals',
  async answer(desk) {
    const { proposal } = desk.memory
    if (proposal?.kind !== 'position')
      return ask(
        'Approvals for what? Say what you want to do, for example "put 0.5 ETH with DUSD between 2500 and 3500".',
        'amount',
      )
    const wallet = desk.slots.wallet ?? desk.memory.wallet
    if (!wallet) return ask('For which wallet? Send its address; I never need a key.', 'wallet')
    const quote = await quoteAgain({ ...desk, slots: { ...proposal.slots, wallet } })
    if ('text' in quote) return quote
    const steps = await approvalsOf(desk, quote, wallet)
    const spent = `at most ${mostWords([quote.independent, quote.dependent])}`
    if (steps.length === 0)
      return {
        text: `None: ${wallet} has approved what this deposit of ${spent} takes. Native ETH never needs an approval.`,
      }
    const lines = steps.map(({ title, why, transaction }) => `- ${title}, a call of ${transaction.to}: ${why}`)
    return {
      text: [`For ${spent} from ${wallet}:`, ...lines, 'Native ETH never needs an approval.'].join('\n'),
      wallet,
    }
  },
}

export const depositTopics: readonly Topic[] = [deposit, approvals]
