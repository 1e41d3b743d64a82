import { cardOf, SIGN_YOURSELF } from '#agents/desk/cards.ts'
import { chooseLaunch, isReply } from '#agents/desk/launches.ts'
import type { Proposal, Slots } from '#agents/desk/Memory.ts'
import { ether, percentOfBps, toUnits, units } from '#agents/desk/numbers.ts'
import { type Json, read, send } from '#agents/desk/Service.ts'
import { ask, type Desk, isComplete, type Reply, type Step, type Topic } from '#agents/desk/Topic.ts'
import { balanceOf, named } from './launches.ts'

const quote: Topic = {
  name: 'quote',
  async answer(desk) {
    const token = await chooseLaunch(desk)
    if (isReply(token)) return token
    const side = sideOf(desk)
    const amount = side === 'buy' ? await spent(desk) : await sold(desk, token)
    if (typeof amount !== 'bigint') return { ...amount, slots: { ...desk.slots, launch: token.address, side } }
    const found = await read(
      desk.service,
      `/api/launchpad/quote?address=${token.address}&side=${side}&amount=${amount}${toleranceQuery(desk.slots)}`,
    )
    const words = side === 'buy' ? boughtWords(found, token) : soldWords(found, token)
    const { slippage } = desk.slots
    const proposal: Trade = {
      kind: 'trade',
      launch: token.address,
      side,
      amount: String(amount),
      ...(slippage !== undefined && { slippage }),
    }
    const prepared = isComplete(desk) ? await prepareTrade(desk, proposal) : { text: NEXT }
    return {
      ...prepared,
      text: [...(found.warnings ?? []).map(({ message }: Json) => message), words, prepared.text].join('\n'),
      slots: { ...desk.slots, launch: token.address, side },
      proposal,
    }
  },
}

type Trade = Extract<Proposal, { kind: 'trade' }>
const NEXT = 'Next: "prepare it" with your wallet.'

const toleranceQuery = ({ slippage }: Pick<Slots, 'slippage'>) =>
  slippage === undefined ? '' : `&slippageBps=${toBps(slippage)}`
const toBps = (percent: number) => Math.round(percent * 100)

function sideOf({ question, slots }: Desk): 'buy' | 'sell' {
  if (/\b(sell|selling|sale|sold|dump)\b/.test(question.plain)) return 'sell'
  if (/\b(buy|buying|get|for|ape|purchase)\b/.test(question.plain)) return 'buy'
  return slots.side ?? 'buy'
}

function spent({ slots }: Desk): bigint | Reply {
  const { amount } = slots
  if (amount && /^(eth|ether|weth)$/.test(amount.symbol)) return toUnits(amount.value, 18)
  return ask('For how much ETH?', 'amount')
}

async function sold(desk: Desk, token: Json): Promise<bigint | Reply> {
  const { slots, question, memory } = desk
  if (question.amount && !/^(eth|ether)$/.test(question.amount.symbol)) return toUnits(question.amount.value, 18)
  const [bare] = question.numbers
  if (bare && (bare.unit === undefined || bare.unit === 'of')) return toUnits(bare.value, 18)
  const percent = question.percent ?? slots.percent
  if (percent === undefined) return ask('How many tokens? A number, "half" and "all" work.', 'amount')
  const wallet = slots.wallet ?? memory.wallet
  if (!wallet) return ask('Whose tokens? Send the address of the wallet; I never need a key.', 'wallet')
  const balance = await balanceOf(desk, token.address, wallet)
  if (balance === 0n) return { text: `${wallet} holds none of ${named(token)}.` }
  return (balance * BigInt(Math.round(percent * 100))) / 10_000n
}

function boughtWords(found: Json, token: Json): string {
  const graduates = found.graduates
    ? ` This buy fills the curve: ${ether(found.refund ?? '0')} are returned, and the token graduates.`
    : ''
  return `For ${ether(found.ethUsed ?? found.amountIn)} you get ${units(found.amountOut, 18)} ${named(token)}. ${feeWords(found)}, at least ${units(found.minOut, 18)} tokens with a tolerance of ${percentOfBps(found.slippageBps)}${atBlock(found)}.${graduates}`
}

function soldWords(found: Json, token: Json): string {
  return `For ${units(found.amountIn, 18)} ${named(token)} you get ${ether(found.amountOut)}. ${feeWords(found)}, at least ${ether(found.minOut)} with a tolerance of ${percentOfBps(found.slippageBps)}${atBlock(found)}.`
}

/** In the pool the fee is part of the price. */
function feeWords({ fee, priceImpactBps }: Json): string {
  const impactWords = `price impact ${percentOfBps(priceImpactBps)}`
  return fee === null ? `The pool's fee of 1% is in the price, ${impactWords}` : `Fee ${ether(fee)}, ${impactWords}`
}

const atBlock = ({ block }: Json) => (block ? `, at block ${block}` : '')

const impact: Topic = {
  name: 'impact',
  async answer({ service, memory }) {
    const { launch, side, amount } = memory.proposal as Extract<Proposal, { kind: 'trade' }>
    const found = await read(service, `/api/launchpad/quote?address=${launch}&side=${side}&amount=${amount}`)
    const size = side === 'buy' ? ether(amount) : `${units(amount, 18)} tokens`
    return {
      text: `The ${side === 'buy' ? 'buy' : 'sale'} of ${size} moves the price by ${percentOfBps(found.priceImpactBps)}${movedWords(found)}${atBlock(found)}.`,
    }
  },
}

function movedWords({ priceBefore, priceAfter }: Json): string {
  return priceAfter === null ? '' : `: from ${ether(priceBefore)} to ${ether(priceAfter)} a token`
}

/** Builds the trade that was quoted, for a wallet. */
export async function prepareTrade(desk: Desk, { launch, side, amount, slippage }: Trade): Promise<Reply> {
  const wallet = desk.slots.wallet ?? desk.memory.wallet
  if (!wallet) return ask('For which wallet? Send its address; I never need a key.', 'wallet')
  const tolerance = slippage === undefined ? {} : { slippageBps: toBps(slippage) }
  const common = { chainId: desk.directory.chainId, from: wallet, token: launch, ...tolerance }
  const body = side === 'buy' ? { action: 'buy', ...common, value: amount } : { action: 'sell', ...common, amount }
  const built = await send(desk.service, '/api/launchpad/prepare', body)
  const title = side === 'buy' ? 'Buy on the curve' : 'Sell on the curve'
  return { ...proposed(desk, { title, wallet, built, body }), wallet }
}

type Proposed = { title: string; wallet: string; built: Json; body: Json }

const toStep = ({ summary, transaction, statement }: Json): Step => ({
  title: 'Approval',
  why: summary,
  transaction,
  statement,
})

export function proposed(desk: Desk, { title, wallet, built, body }: Proposed): Reply {
  const card = cardOf(desk, {
    title,
    wallet,
    built,
    transaction: built.transaction,
    path: '/api/launchpad/prepare',
    body,
    before: built.steps.slice(0, -1).map(toStep),
  })
  const warnings = card.warnings.map((warning) => `- ${warning}`)
  return { text: [built.summary, 'Before you sign:', ...warnings, SIGN_YOURSELF].join('\n'), cards: [card] }
}

export const tradingTopics: readonly Topic[] = [quote, impact]
