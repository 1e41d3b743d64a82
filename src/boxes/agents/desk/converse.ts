import { byAddress, type Directory, isSame } from './Directory.ts'
import * as Question from './language/Question.ts'
import { type Memory, merge, type Slots } from './Memory.ts'
import { Refused, type Service } from './Service.ts'
import type { Card, Desk, Reply, Topic } from './Topic.ts'
import { actionTopics } from './topics/actions.ts'
import { depositTopics } from './topics/deposits.ts'
import { explanationTopics } from './topics/explanations.ts'
import { help } from './topics/help.ts'
import { launchTopics } from './topics/launches.ts'
import { poolTopics } from './topics/pools.ts'
import { positionTopics } from './topics/positions.ts'
import { holdsSecret, refusalTopics } from './topics/refusals.ts'
import { roomTopics } from './topics/rooms.ts'
import { tradingTopics } from './topics/trading.ts'

const TOPICS: readonly Topic[] = [
  ...refusalTopics,
  ...explanationTopics,
  ...actionTopics,
  ...depositTopics,
  ...positionTopics,
  ...tradingTopics,
  ...launchTopics,
  ...poolTopics,
  ...roomTopics,
  help,
]

export type Said = { text: string; cards: readonly Card[]; memory: Memory }
type Around = { service: Service; directory: Directory; now: () => Date }

/** Answers one message, sentence by sentence, and remembers what it was about. */
export async function converse(message: string, memory: Memory, around: Around): Promise<Said> {
  if (holdsSecret(message)) return { ...(await answerWith('secret', memory, around)), memory }
  const wallet = WALLET.exec(message)?.[1]
  let said: Said = { text: '', cards: [], memory: wallet ? { ...memory, wallet } : memory }
  for (const sentence of sentencesOf(message)) {
    const next = await answerSentence(sentence, said.memory, around)
    const isSaid = said.text.includes(next.text)
    said = {
      text: isSaid ? said.text : [said.text, next.text].filter(Boolean).join('\n\n'),
      cards: [...said.cards, ...next.cards],
      memory: next.memory,
    }
  }
  return said.text ? said : answerSentence('help', memory, around)
}

/** A wallet named anywhere in a message holds for all of it. */
const WALLET = /\bmy (?:wallet|address|account)(?: address)?(?: is|:)? (0x[0-9a-f]{40})\b/i
const SENTENCES_MAX = 4

function sentencesOf(message: string): string[] {
  const parts = message.split(/(?<=[?!])\s+|\n+|;\s+|(?<=\p{L})\.\s+(?=\p{L})/u).map((part) => part.trim())
  return parts.filter((part) => /[\p{L}\p{N}]/u.test(part)).slice(0, SENTENCES_MAX)
}

async function answerSentence(sentence: string, memory: Memory, around: Around): Promise<Said> {
  const question = Question.parse(sentence, around.directory)
  const own = slotsOf(question, around.directory)
  const { topic, slots } = choose(question, own, memory)
  if (!topic) return { text: UNKNOWN, cards: [], memory }
  const told = own.wallet && topic.name !== 'pasted' ? { ...memory, wallet: own.wallet } : memory
  const desk: Desk = { ...around, question, slots, memory: told }
  const reply = await Promise.resolve(topic.answer(desk)).catch(explain)
  return { text: reply.text, cards: reply.cards ?? [], memory: remember(told, { topic, slots, reply }) }
}

async function answerWith(name: string, memory: Memory, around: Around): Promise<Pick<Said, 'text' | 'cards'>> {
  const topic = TOPICS.find((one) => one.name === name)
  const question = Question.parse('', around.directory)
  const reply = await topic?.answer({ ...around, question, slots: {}, memory })
  return { text: reply?.text ?? UNKNOWN, cards: [] }
}

const UNKNOWN =
  'I did not understand that. I know pools and prices, liquidity positions, launches and rooms of this service; say "help" for examples that work as typed.'

type Chosen = { topic: Topic | undefined; slots: Slots }

/** The topic a sentence is about: its own words first, then what waits for an answer, then the thread of the talk. */
function choose(question: Question.Question, own: Slots, memory: Memory): Chosen {
  const { pending, last } = memory
  const scored = TOPICS.map((topic) => ({ topic, score: topic.match(question, memory) })).sort(
    (a, b) => b.score - a.score,
  )
  const best = scored[0]?.score ? scored[0] : undefined
  const isPasted = best?.topic.name === 'pasted'
  if (pending && isAnswerTo(pending.missing, own, question) && (isPasted || (best?.score ?? 0) < 5))
    return { topic: named(pending.topic), slots: merge(pending.slots, answered(pending.missing, own, question)) }
  const isFollowUp = last && (/^(and|what about|what if|how about|or|then|also)\b/.test(question.plain) || !best)
  if (last && isFollowUp && (best?.score ?? 0) < 6 && Object.keys(own).length > 0)
    return { topic: named(last.topic), slots: merge(last.slots, { ...own, ...pairOn(last.slots, own) }) }
  return { topic: best?.topic, slots: merge(threadOf(last?.slots ?? {}, own), own) }
}

/** One token named in a follow-up: the amount's own unit keeps the pair, any other takes the partner's place. */
function pairOn({ tokens: before = [] }: Slots, { tokens: now = [], amount }: Slots): Pick<Slots, 'tokens'> {
  const [token] = now
  if (now.length !== 1 || before.length < 2 || !token) return {}
  if (amount || before.includes(token)) return { tokens: before }
  return { tokens: [before[0] ?? token, token] }
}

const named = (name: string) => TOPICS.find((topic) => topic.name === name)

function isAnswerTo(missing: keyof Slots, own: Slots, question: Question.Question): boolean {
  if (missing === 'name' || missing === 'symbol') return question.words.length <= 3 && question.words.length > 0
  if (missing === 'launch')
    return own.launch !== undefined || question.names.length > 0 || question.addresses.length > 0
  if (missing === 'percent') return own.percent !== undefined
  if (missing === 'positionId') return question.numbers.length > 0
  return own[missing] !== undefined
}

function answered(missing: keyof Slots, own: Slots, { names, words, numbers, addresses }: Question.Question): Slots {
  if (missing === 'name') return { ...own, name: names[0] ?? words[0] ?? '' }
  if (missing === 'symbol') return { ...own, symbol: (names[0] ?? words[0] ?? '').toUpperCase() }
  if (missing === 'positionId') return { ...own, positionId: numbers[0]?.value ?? '' }
  if (missing === 'launch' && addresses[0]) return { ...own, launch: addresses[0] }
  return own
}

/** What the talk was about stays in force where a sentence names nothing of the kind itself. */
function threadOf(last: Slots, own: Slots): Slots {
  const { tokens, pool, fee, protocol, launch, positionId, roomId, range } = last
  const namesPool = own.tokens !== undefined || own.pool !== undefined
  const kept: Slots = {
    ...(!namesPool && { tokens, pool, fee, protocol, range }),
    launch,
    ...(own.protocol === undefined && { positionId }),
    roomId,
  } as Slots
  return merge({}, kept)
}

function slotsOf(question: Question.Question, directory: Directory): Slots {
  const { tokens, amount, percent, fee, protocol, positionId, tick, range, roomId } = question
  const [address] = question.addresses
  const isToken = address && byAddress(directory, address)
  const isPool = address && directory.pools.some(({ reference }) => isSame(reference, address))
  const pool =
    question.ids[0] ?? (isPool || /\b(pool|tick|deep|depth|pair)\b/.test(question.plain) ? address : undefined)
  const isOther = address !== undefined && !isToken && !isPool && pool === undefined
  const isWallet = isOther && (question.wallet === address || question.words.length === 0)
  const wallet = isWallet ? address : undefined
  const launch = isOther && !isWallet ? address : undefined
  return merge({}, {
    ...(tokens.length > 0 && { tokens }),
    amount,
    percent,
    fee,
    protocol,
    positionId,
    tick,
    range,
    roomId,
    pool,
    wallet,
    launch,
  } as Slots)
}

function remember(memory: Memory, { topic, slots, reply }: { topic: Topic; slots: Slots; reply: Reply }): Memory {
  const { pending: _answered, ...kept } = memory
  const about = { ...slots, ...reply.slots }
  const wallet = reply.wallet ?? (topic.name === 'pasted' ? undefined : slots.wallet)
  return {
    ...kept,
    ...(wallet && { wallet }),
    ...(topic.name !== 'wallet' && topic.name !== 'help' && { last: { topic: topic.name, slots: about } }),
    ...(reply.proposal && { proposal: reply.proposal }),
    ...(reply.missing && { pending: { topic: topic.name, slots: about, missing: reply.missing } }),
  }
}

/** What the service refused, in its own words; anything else is not hidden. */
function explain(error: unknown): Reply {
  if (error instanceof Refused) return { text: `The service says: ${error.message}` }
  return { text: 'I could not reach the service just now. Ask again in a moment.' }
}
