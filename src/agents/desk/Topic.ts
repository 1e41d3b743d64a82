import type { Directory } from './Directory.ts'
import type { Question } from './language/Question.ts'
import type { Memory, Proposal, Slots } from './Memory.ts'
import type { Json, Service } from './Service.ts'

/** What a wallet has to do, in order; nothing in it is signed. */
export type Step = { title: string; why: string; transaction: Json }

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
  /** The call that builds the last step again, when the answer has grown old. */
  rebuild: { method: 'POST'; path: string; body: Json }
}

export type Reply = {
  text: string
  cards?: readonly Card[]
  proposal?: Proposal
  wallet?: string
  /** What the next message should bring, where something is missing. */
  missing?: keyof Slots
  /** What this answer was about, where that differs from what was asked. */
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

/** One kind of question: how surely a sentence asks it, and how it is answered. */
export type Topic = {
  name: string
  /** 0 where it is not about this; the highest of all topics answers. */
  match(question: Question, memory: Memory): number
  answer(desk: Desk): Promise<Reply> | Reply
}

/** Whether the talk has come to a launched token, by its name or before. */
export function isAboutLaunch({ symbols, names }: Question, { last }: Memory): boolean {
  return symbols.length > 0 || names.length > 0 || last?.slots.launch !== undefined
}

/** A topic is matched by words: the first pattern that fits gives its weight. */
export function byWords(...patterns: readonly [RegExp, number][]): Topic['match'] {
  return ({ plain }) => Math.max(0, ...patterns.map(([pattern, weight]) => (pattern.test(plain) ? weight : 0)))
}

export function ask(text: string, missing: keyof Slots): Reply {
  return { text, missing }
}

/** What is said to a sentence that nothing here understands. */
export const UNKNOWN =
  'I did not understand that. I know pools and prices, liquidity positions, launches and rooms of this service; say "help" for examples that work as typed.'
