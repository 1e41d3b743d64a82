import { TOPICS } from './allTopics.ts'
import { byAddress, type Directory, isSame } from './Directory.ts'
import type { Question } from './language/Question.ts'
import { type Memory, merge, type Slots } from './Memory.ts'
import { toUnits } from './numbers.ts'
import type { Topic } from './Topic.ts'

type Chosen = { topic: Topic | undefined; slots: Slots }

/** The topic a sentence is about: its own words first, then an open question, then the current conversation. */
export function choose(question: Question, own: Slots, memory: Memory): Chosen {
  const { pending, last } = memory
  const said = withFraction(question, withBareNumber(question, own, memory), memory)
  const scored = TOPICS.map((topic) => ({ topic, score: topic.match(question, memory) })).sort(
    (a, b) => b.score - a.score,
  )
  const best = scored[0]?.score ? scored[0] : undefined
  const isPasted = best?.topic.name === 'pasted'
  if (pending && isAnswerTo(pending.missing, own, question) && (isPasted || (best?.score ?? 0) < 5))
    return { topic: named(pending.topic), slots: complete(pending, own, question) }
  const isFollowUp = last && (FOLLOWING.test(question.plain) || !best)
  if (last && isFollowUp && (best?.score ?? 0) < 6 && Object.keys(said).length > 0) return goOn(memory, said)
  return { topic: best?.topic, slots: merge(threadOf(last?.slots ?? {}, own), own) }
}

/** Openings and endings of sentences that change the previous question. */
const FOLLOWING =
  /^(and|what about|what if|how about|or|then|also|make (it|that)|change|use|with|try|on|in|no|but|actually|same|for|only)\b|\binstead\b/

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

export const named = (name: string) => TOPICS.find((topic) => topic.name === name)

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

export function slotsOf(question: Question, directory: Directory): Slots {
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
