import { TOPICS } from './allTopics.ts'
import type { Directory } from './Directory.ts'
import { classify, exampleOf, type Guess } from './language/classify.ts'
import type { Question } from './language/Question.ts'
import { type Memory, merge, type Slots } from './Memory.ts'
import { toUnits } from './numbers.ts'
import { slotsOf } from './slotsOf.ts'
import type { Topic } from './Topic.ts'
import { topicOf } from './topicOf.ts'

type Chosen = { topic: Topic | undefined; slots: Slots; nearest?: readonly string[] }

/** Below this likelihood the desk lists its abilities instead of guessing the question. */
const UNSURE = 0.4
const NEAREST = 3

/** The topic a sentence is about: an answer to an open question, a change of the last question, or its own words. */
export function choose(question: Question, directory: Directory, memory: Memory): Chosen {
  if (isPasted(question)) return pasted(question, directory, memory)
  const guesses = classify(question.typed, directory)
  const intent = guesses[0]?.intent ?? 'other'
  const own = slotsOf(question, directory, intent)
  return (
    answering({ question, guesses, own, memory }) ??
    changing({ question, guesses, own, memory }) ??
    asking({ question, guesses, own, memory })
  )
}

type Heard = { question: Question; guesses: readonly Guess[]; own: Slots; memory: Memory }

/** The open question, completed. */
function answering({ question, guesses: [best], own, memory: { pending } }: Heard): Chosen | undefined {
  if (!pending || !isAnswerTo(pending.missing, own, question)) return undefined
  const isPart = best === undefined || PARTS.has(best.intent) || best.likelihood < UNSURE
  if (!isPart && !isShort(question)) return undefined
  return { topic: named(pending.topic), slots: complete(pending, own, question) }
}

/** The last question, with the changes of this sentence. */
function changing({ question, guesses, own, memory }: Heard): Chosen | undefined {
  const isPart = guesses[0]?.intent === 'fragment'
  if (isPart && isForWallet(memory, own)) return { topic: named('prepare'), slots: own }
  const said = withFraction(question, withBareNumber(question, own, memory), memory)
  const isChange = Object.keys(said).length > 0 || question.names.length > 0
  return memory.last && isChange && (isPart || isFollowing(question, guesses)) ? goOn(memory, said) : undefined
}

function asking({ question, guesses, own, memory }: Heard): Chosen {
  const [best] = guesses
  const topic = best && named(topicOf(best.intent, { question, own, memory }) ?? '')
  if (!topic || best.likelihood < UNSURE) return { topic: undefined, slots: own, nearest: nearestOf(guesses) }
  return { topic, slots: merge(threadOf(memory.last?.slots ?? {}, own), own) }
}

const PARTS = new Set(['fragment', 'wallet'])
const isPasted = ({ words, addresses, ids }: Question) => words.length === 0 && addresses.length + ids.length > 0

function pasted(question: Question, directory: Directory, memory: Memory): Chosen {
  const own = slotsOf(question, directory, 'wallet')
  const { pending } = memory
  if (pending && isAnswerTo(pending.missing, own, question))
    return { topic: named(pending.topic), slots: complete(pending, own, question) }
  return { topic: named('pasted'), slots: merge(threadOf(memory.last?.slots ?? {}, own), own) }
}

const SHORT = 3
const isShort = ({ words }: Question) => words.length <= SHORT

/** "for 0x…" after a quote: the wallet to prepare it for. */
function isForWallet({ proposal }: Memory, own: Slots): boolean {
  const isOnlyWallet = own.wallet !== undefined && Object.keys(own).length === 1
  return isOnlyWallet && proposal !== undefined && proposal.kind !== 'claim'
}

/** Openings of sentences that change the previous question. */
const FOLLOWING =
  /^(and|what about|what if|how about|or|then|also|make (it|that)|change|use|with|try|on|in|no|but|actually|same|for|only)\b|\binstead\b/
const CERTAIN = 0.6

function isFollowing({ plain }: Question, [best]: readonly Guess[]): boolean {
  return FOLLOWING.test(plain) && (best?.likelihood ?? 0) < CERTAIN
}

function nearestOf(guesses: readonly Guess[]): string[] {
  const offered = guesses.filter(({ intent }) => intent !== 'other' && intent !== 'fragment')
  return offered.slice(0, NEAREST).map(({ intent }) => exampleOf(intent))
}

/** "and for 1?" keeps the unit of the previous question. */
function withBareNumber({ numbers }: Question, own: Slots, { last }: Memory): Slots {
  const [bare] = numbers
  const before = last?.slots.amount
  if (!bare || bare.unit !== undefined || numbers.length > 1 || !before || own.range || own.positionId) return own
  return { ...own, amount: { ...before, value: bare.value } }
}

const FRACTIONS: readonly [RegExp, readonly [bigint, bigint]][] = [
  [/\bhalf\b/, [1n, 2n]],
  [/\bthird\b/, [1n, 3n]],
  [/\bquarter\b/, [1n, 4n]],
  [/\b(twice|double)\b/, [2n, 1n]],
]
const FINEST = 18

/** "half of that": a part of the amount that was deposited or traded before. */
function withFraction({ plain, amount, numbers }: Question, own: Slots, memory: Memory): Slots {
  const { topic, slots } = asked(memory)
  const found = FRACTIONS.find(([pattern]) => pattern.test(plain))?.[1]
  if (!found || amount || numbers.length > 0 || !slots.amount || (topic !== 'deposit' && topic !== 'quote')) return own
  const { percent: _part, ...rest } = own
  const digits = String((toUnits(slots.amount.value, FINEST) * found[0]) / found[1]).padStart(FINEST + 1, '0')
  const value = `${digits.slice(0, -FINEST)}.${digits.slice(-FINEST)}`
  return { ...rest, amount: { ...slots.amount, value } }
}

/** The previous question with the changes of the new sentence. */
function goOn(memory: Memory, own: Slots): Chosen {
  const { topic, slots } = asked(memory)
  const isOtherPool = own.fee !== undefined || own.protocol !== undefined || own.tokens !== undefined
  const { pool, ...rest } = slots
  const base = isOtherPool || !pool ? rest : { ...rest, pool }
  // Of a deposit only the width of its range is counted in percent.
  const isWidth = topic === 'deposit' && own.percent !== undefined && own.range === undefined
  const changed = isWidth ? { ...own, range: { aroundPercent: String(own.percent) } } : own
  return { topic: named(topic), slots: merge(base, { ...changed, ...pairOn(slots, own) }) }
}

/** The previous question, skipping actions on its answer. */
function asked({ last, proposal }: Memory): { topic: string; slots: Slots } {
  const { topic = 'help', slots = {} } = last ?? {}
  if (topic !== 'prepare' && topic !== 'approvals') return { topic, slots }
  if (proposal?.kind === 'position') return { topic: 'deposit', slots: proposal.slots }
  if (proposal?.kind === 'trade') return { topic: 'quote', slots: { launch: proposal.launch, side: proposal.side } }
  return { topic, slots }
}

/** One token named in a follow-up: the amount's own unit keeps the pair, any other takes the partner's place. */
function pairOn({ tokens: before = [] }: Slots, { tokens: now = [], amount }: Slots): Pick<Slots, 'tokens'> {
  const [token] = now
  if (now.length !== 1 || before.length < 2 || !token) return {}
  if (amount || before.includes(token)) return { tokens: before }
  return { tokens: [before[0] ?? token, token] }
}

export const named = (name: string) => TOPICS.get(name)

function isAnswerTo(missing: keyof Slots, own: Slots, question: Question): boolean {
  if (missing === 'name' || missing === 'symbol') return question.words.length <= 3 && question.words.length > 0
  if (missing === 'launch')
    return own.launch !== undefined || question.names.length > 0 || question.addresses.length > 0
  if (missing === 'percent') return own.percent !== undefined
  if (missing === 'positionId') return question.numbers.length > 0
  return own[missing] !== undefined
}

/** The previous question, completed; the unit of an amount does not replace the pair. */
function complete({ slots, missing }: NonNullable<Memory['pending']>, own: Slots, question: Question): Slots {
  const keepsPair = missing === 'amount' ? pairOn(slots, own) : {}
  return merge(slots, { ...answered(missing, own, question), ...keepsPair })
}

function answered(missing: keyof Slots, own: Slots, { names, words, numbers, addresses }: Question): Slots {
  if (missing === 'name') return { ...own, name: names[0] ?? words[0] ?? '' }
  if (missing === 'symbol') return { ...own, symbol: (names[0] ?? words[0] ?? '').toUpperCase() }
  if (missing === 'positionId') return { ...own, positionId: numbers[0]?.value ?? '' }
  if (missing === 'launch' && addresses[0]) return { ...own, launch: addresses[0] }
  return own
}

/** Slots of the conversation that the sentence does not name itself. */
function threadOf(last: Slots, own: Slots): Slots {
  const { tokens, pool, fee, protocol, launch, positionId, roomId, range } = last
  const namesPool = own.tokens !== undefined || own.pool !== undefined
  const isOtherPool = namesPool || own.protocol !== undefined || own.fee !== undefined
  const isSamePosition =
    positionId !== undefined && (own.positionId ?? positionId) === positionId && (own.tokens?.length ?? 0) < 2
  const kept: Slots = {
    ...(!namesPool && { tokens, range }),
    ...(!isOtherPool && { pool, fee, protocol }),
    launch,
    ...(isSamePosition && own.protocol === undefined && { positionId, protocol }),
    ...(own.positionId !== undefined && !isSamePosition && { protocol: undefined }),
    roomId,
  } as Slots
  return merge({}, kept)
}
