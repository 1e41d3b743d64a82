import { ETH } from './Directory.ts'
import type { Question } from './language/Question.ts'
import type { Memory, Slots } from './Memory.ts'

type Sentence = { question: Question; own: Slots; memory: Memory }

/** Intents that ask for a launch, a pool or a position, depending on the named subject. */
const BY_SUBJECT: Record<string, (said: Sentence) => string | undefined> = {
  fragment: topicOfPart,
  price: (said) => (said.own.positionId === undefined ? priceOf(said) : 'worth'),
  quote: ({ question }) => (isPooled(question) ? 'exchange' : 'quote'),
  deposit: (said) => (isZap(said) ? 'zapIn' : depositOf(said)),
  withdraw: (said) => (isZap(said) ? 'zapOut' : 'withdraw'),
  claim: (said) => (isZap(said) ? 'zapOut' : 'claim'),
  inRange: ({ own }) => (own.range === undefined ? 'worth' : 'inRange'),
  impact: ({ memory }) => (memory.proposal?.kind === 'trade' ? 'impact' : 'priceImpact'),
  about: ({ question: { tokens, names } }) => (tokens.length > 0 && names.length === 0 ? 'knownToken' : 'about'),
}

/** The name of the topic that answers an intent. */
export function topicOf(intent: string, said: Sentence): string | undefined {
  return BY_SUBJECT[intent]?.(said) ?? intent
}

/** The word alone decides: a zap swaps, and the topics that it resembles do not. */
function isZap({ question: { plain } }: Sentence): boolean {
  return /\bzap(ping|s)?\b/.test(plain)
}

function depositOf(said: Sentence): string {
  return said.own.positionId !== undefined || isTalkedPosition(said) ? 'increase' : 'deposit'
}

/** Without a conversation, the subjects that a partial question names decide its topic. */
function topicOfPart({ question, own }: Sentence): string | undefined {
  if (own.amount && question.names.length > 0) return 'quote'
  if (question.names.length > 0 || own.launch) return 'about'
  if (own.pool || question.tokens.length > 0) return 'price'
  return own.wallet ? 'wallet' : undefined
}

function priceOf({ question, own, memory }: Sentence): string {
  if (question.tokens.length < 2 && (question.names.length > 0 || own.launch)) return 'launchPrice'
  const isNamed = own.tokens !== undefined || own.pool !== undefined
  return !isNamed && memory.last?.slots.launch ? 'launchPrice' : 'price'
}

/** A token with its own pools, which a launched token on its curve does not have. */
function isPooled({ tokens, symbols, addresses }: Question): boolean {
  return tokens.some((token) => token !== ETH) && symbols.length === 0 && addresses.length === 0
}

function isTalkedPosition({ question: { plain, amount }, memory: { last } }: Sentence): boolean {
  const isTalked = last?.slots.positionId !== undefined && /\b(it|that|this)\b/.test(plain)
  return amount !== undefined && (isTalked || /\bmy\b.*\bposition\b/.test(plain))
}
