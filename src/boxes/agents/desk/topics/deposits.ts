import { approvalSteps, cardOf, limitWords, SIGN_YOURSELF } from '#boxes/agents/desk/cards.ts'
import { bySymbol, type Token } from '#boxes/agents/desk/Directory.ts'
import { type Quote, quotePosition } from '#boxes/agents/desk/lpQuote.ts'
import type { Slots } from '#boxes/agents/desk/Memory.ts'
import { figure, units } from '#boxes/agents/desk/numbers.ts'
import * as Pool from '#boxes/agents/desk/Pool.ts'
import { asOf, capital, choosePool, isReply } from '#boxes/agents/desk/pairs.ts'
import { ask, byWords, type Desk, type Reply, type Topic } from '#boxes/agents/desk/Topic.ts'

const deposit: Topic = {
  name: 'deposit',
  match: (question) => {
    if (!question.amount && !question.range) return 0
    if (/\b(buy|sell|swap)\b/.test(question.plain) && !/\b(liquidity|next to|between)\b/.test(question.plain)) return 0
    const words = byWords(
      [/\b(how much|how many)\b.*\b(need|next to|beside|with|alongside|together|pair|match|is that)\b/, 6],
      [/\b(provide|add|put|deposit|lp|supply)\b.*\b(liquidity|between|range|pool|into)\b/, 6],
      [/\bneed\b.*\bnext to\b|\bmatching\b/, 7],
      [/\b(provide|deposit|lp|supply)\b/, 6],
      [/\bbetween\b/, 3],
    )
    return words(question, {})
  },
  async answer(desk) {
    const pool = await choosePool(withPartner(desk))
    if (isReply(pool)) return pool
    const quote = await quotePosition(desk, pool)
    if (!quote) return ask(`How much of ${pool.token0.symbol} or ${pool.token1.symbol}?`, 'amount')
    return {
      text: `${inWords(quote)} ${capital(asOf(desk.now))}.\nNext: "prepare it", or "what approvals will I need".`,
      proposal: { kind: 'position', slots: { ...desk.slots, pool: pool.reference } },
      slots: { ...desk.slots, tokens: [quote.pool.token0, quote.pool.token1] },
    }
  },
}

/** "how much DUSD next to 0.5 ETH" names one token by its amount. */
function withPartner(desk: Desk): Desk {
  const unit = desk.slots.amount && bySymbol(desk.directory, desk.slots.amount.symbol)
  const tokens = [unit, ...(desk.slots.tokens ?? [])].filter((token): token is Token => token !== undefined)
  return { ...desk, slots: { ...desk.slots, tokens: [...new Set(tokens)] } }
}

function inWords({ pool, label, independent, dependent, ticks, shortage }: Quote): string {
  const give = `${units(independent.amount, independent.token.decimals)} ${independent.token.symbol}`
  const need = `${units(dependent.amount, dependent.token.decimals)} ${dependent.token.symbol}`
  const lack = shortage ? ` ${shortage}` : ''
  return `Next to ${give} you need ${need}${rangeWords(pool, ticks)}, in the ${label} (${pool.reference}) at ${Pool.priceWords(pool, independent.token)}.${lack}`
}

function rangeWords(pool: Pool.Pool, ticks: Quote['ticks']): string {
  if (!ticks) return ' over the full range'
  const [low, high] = [Pool.priceAtTick(pool, ticks.tickLower), Pool.priceAtTick(pool, ticks.tickUpper)]
  if (high / low > 1e30) return ` over the full range (ticks ${ticks.tickLower} to ${ticks.tickUpper})`
  const { token0, token1 } = pool
  const forward = `${figure(low)} to ${figure(high)} ${token1.symbol} per ${token0.symbol}`
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
  const before = await approvalSteps(desk, {
    wallet,
    protocol: quote.pool.protocol,
    action: 'CREATE',
    tokens: [quote.independent, quote.dependent].map(({ token, amount }) => ({
      tokenAddress: token.address,
      amount: String(amount),
    })),
  })
  const title = `New position in the ${quote.label}`
  const card = cardOf(desk, { title, wallet, transaction: quote.built.create, before, ...quote, built: quote.built })
  const count = `${before.length} ${before.length === 1 ? 'approval' : 'approvals'} first, then the deposit.`
  return { text: `${quote.built.summary}\n${count} ${limitWords(card)} ${SIGN_YOURSELF}`, cards: [card], wallet }
}

async function quoteAgain(desk: Desk): Promise<Quote | Reply> {
  const pool = await choosePool(desk)
  if (isReply(pool)) return pool
  return (await quotePosition(desk, pool)) ?? ask('How much do you want to put in?', 'amount')
}

const approvals: Topic = {
  name: 'approvals',
  match: byWords([/\b(approvals?|approve|permit|allowances?)\b/, 6]),
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
    const tokens = [quote.independent, quote.dependent].map(({ token, amount }) => ({
      tokenAddress: token.address,
      amount: String(amount),
    }))
    const steps = await approvalSteps(desk, { wallet, protocol: quote.pool.protocol, action: 'CREATE', tokens })
    const spent = [quote.independent, quote.dependent].map(
      ({ token, amount }) => `${units(amount, token.decimals)} ${token.symbol}`,
    )
    if (steps.length === 0)
      return {
        text: `None: ${wallet} has approved what this deposit of ${spent.join(' and ')} takes. Native ETH never needs an approval.`,
      }
    const lines = steps.map(({ title, why, transaction }) => `- ${title} on token contract ${transaction.to}: ${why}`)
    return {
      text: [`For ${spent.join(' and ')} from ${wallet}:`, ...lines, 'Native ETH never needs an approval.'].join('\n'),
      wallet,
    }
  },
}

export const depositTopics: readonly Topic[] = [deposit, approvals]
