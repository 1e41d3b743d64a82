import type { Directory } from './Directory.ts'
import type { Question } from './language/Question.ts'
import type { Memory, Proposal, Slots } from './Memory.ts'
import type { Json, Service } from './Service.ts'

/** The unsigned steps for a wallet, in order. */
export type Step = { title: string; why: string; transaction: Json; statement: string }

/** A proposed action, as data for a page or an agent to show and to hand to the wallet. */
export type Card = {
  kind: 'transaction'
  title: string
  chainId: number
  wallet: string
  summary: string
  steps: readonly Step[]
  warnings: readonly string[]
  limits?: Json
  /** The request that rebuilds the last step when it is stale. */
  rebuild: { method: 'POST'; path: string; body: Json }
}

/** A token or a position that an answer is about, for a page or a chat to draw. */
export type FactsCard = { kind: 'quote'; title: string; words: string[]; data: Json }

export type Reply = {
  text: string
  cards?: readonly Card[]
  /** The token or the positions that the answer is about. */
  facts?: readonly FactsCard[]
  proposal?: Proposal
  wallet?: string
  /** The fact that the next message should supply. */
  missing?: keyof Slots
  /** The subject of this answer, if it differs from the question. */
  slots?: Slots
}

export type Desk = {
  service: Service
  directory: Directory
  question: Question
  slots: Slots
  memory: Memory
  now: () => Date
}

/** One kind of question, by the name of its intent. */
export type Topic = {
  name: string
  answer(desk: Desk): Promise<Reply> | Reply
}

/** Whether the question is about a launched token, by name or from the conversation. */
export function isAboutLaunch({ symbols, names }: Question, { last }: Memory): boolean {
  return symbols.length > 0 || names.length > 0 || last?.slots.launch !== undefined
}

/** Whether the sentence names the wallet itself, so that it gets its card at once. */
export function isComplete({ question, slots }: Desk): boolean {
  return slots.wallet !== undefined && question.words.length > 0 && question.addresses.includes(slots.wallet)
}

export function ask(text: string, missing: keyof Slots): Reply {
  return { text, missing }
}

/** The reply to a sentence that no topic matches. */
export const UNKNOWN =
  'I did not understand that. I know pools and prices, liquidity positions, launches and rooms of this service; say "help" for examples that work as typed.'
