import type { Slots } from '#agents/desk/Memory.ts'
import { toUnits } from '#agents/desk/numbers.ts'
import { read, send } from '#agents/desk/Service.ts'
import { ask, type Desk, type Reply, type Topic } from '#agents/desk/Topic.ts'
import { preparePosition } from './deposits.ts'
import { named } from './launches.ts'
import { prepareTrade, proposed } from './trading.ts'

const prepare: Topic = {
  name: 'prepare',
  async answer(desk) {
    const { proposal } = desk.memory
    if (proposal?.kind === 'position') return preparePosition(desk, proposal.slots)
    if (proposal?.kind === 'trade') return prepareTrade(desk, proposal)
    return ask(
      'Prepare what? Ask first for a quote, such as "how much DUSD next to 0.5 ETH between 2500 and 3500", or "how many tokens for 0.25 ETH".',
      'amount',
    )
  },
}

const launch: Topic = {
  name: 'launch',
  async answer(desk) {
    const said = launchOf(desk)
    if (!said.name)
      return ask('What should it be called? For example: launch a token called Harbour with symbol HRBR.', 'name')
    if (!said.symbol)
      return { ...ask(`Which symbol should ${said.name} have? At most 16 characters.`, 'symbol'), slots: said }
    const wallet = desk.slots.wallet ?? desk.memory.wallet
    const twins = await sameSymbol(desk, said.symbol)
    if (!wallet)
      return { ...ask(`From which wallet? Send its address; I never need a key.${twins}`, 'wallet'), slots: said }
    const value = said.amount ? toUnits(said.amount.value, 18) : 0n
    const body = {
      action: 'create',
      chainId: desk.directory.chainId,
      from: wallet,
      name: said.name,
      symbol: said.symbol,
      value: String(value),
      ...choicesOf(desk),
    }
    const built = await send(desk.service, '/api/launchpad/prepare', body)
    const reply = proposed(desk, { title: `Launch ${said.symbol}`, wallet, built, body })
    return { ...reply, text: `${reply.text}${twins}`, wallet }
  },
}

function launchOf({ question, slots }: Desk): Slots {
  const text = question.text.toLowerCase()
  const name = /\b(?:called|named|name) ["“]?([\p{L}\p{N} _-]{1,64}?)["”]?(?= (?:with|and|symbol|buy)\b|[,.]|$)/u.exec(
    text,
  )?.[1]
  const symbol = /\b(?:symbol|ticker) (?:is |of |be )?["“]?\$?([\p{L}\p{N}]{1,16})/u.exec(text)?.[1]
  return {
    ...slots,
    ...(name && { name: original(question.text, name) }),
    ...(symbol && { symbol: symbol.toUpperCase() }),
    choices: slots.choices ?? text,
  } as Slots
}

/** An opening and a lock, where they were asked for. */
function choicesOf({ question, slots }: Desk): { openingSeconds?: number; lockDays?: number } {
  const said = slots.choices ?? question.plain
  const found =
    /(\d+)[ -]?(second|minute)s?[ -](?:long )?opening/.exec(said) ?? /opening of (\d+) (second|minute)/.exec(said)
  const [, length, unit] = found ?? []
  const days = /lock\w*\b[^.]*?(\d+) days?/.exec(said)?.[1]
  return {
    ...(length && { openingSeconds: Number(length) * (unit === 'minute' ? 60 : 1) }),
    ...(days && { lockDays: Number(days) }),
  }
}

/** The name as it was typed, capitals included. */
function original(text: string, lower: string): string {
  const at = text.toLowerCase().indexOf(lower)
  return at < 0 ? lower : text.slice(at, at + lower.length)
}

async function sameSymbol({ service }: Desk, symbol: string): Promise<string> {
  const { tokens } = await read(service, `/api/launchpad/tokens?limit=20&search=${encodeURIComponent(symbol)}`)
  const twins = tokens.filter((token: { symbol: string }) => token.symbol.toUpperCase() === symbol.toUpperCase())
  if (twins.length === 0) return ''
  return `\nWarning: ${twins.length} ${twins.length === 1 ? 'launch has' : 'launches have'} the symbol ${symbol} already, such as ${named(twins[0])}; buyers may confuse them.`
}

const wallet: Topic = {
  name: 'wallet',
  answer({ slots }): Reply {
    const address = slots.wallet as string
    return { text: `Noted: your wallet is ${address}. I only read it; you sign everything yourself.`, wallet: address }
  },
}

export const actionTopics: readonly Topic[] = [prepare, launch, wallet]
