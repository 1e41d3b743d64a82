import type { Protocol, Token } from './Directory.ts'
import type { Amount, Range } from './language/Question.ts'

/** The subject of a question, from its own words and the conversation. */
export type Slots = {
  tokens?: readonly Token[]
  amount?: Amount
  percent?: number
  /** In percent. */
  slippage?: number
  fee?: number
  protocol?: Protocol
  /** Pool address or pool id. */
  pool?: string
  positionId?: string
  tick?: number
  range?: Range
  launch?: string
  wallet?: string
  side?: 'buy' | 'sell'
  roomId?: string
  name?: string
  symbol?: string
  /** The sentence that asked for a launch, for the choices it names. */
  choices?: string
}

/** The action of the last answer, for "prepare it". */
export type Proposal =
  | { kind: 'position'; slots: Slots }
  | { kind: 'trade'; launch: string; side: 'buy' | 'sell'; amount: string; slippage?: number }
  | { kind: 'claim'; protocol: 'V3' | 'V4'; positionId: string }

/** The state of one conversation. */
export type Memory = {
  wallet?: string
  last?: { topic: string; slots: Slots }
  /** A question that waits for one more fact. */
  pending?: { topic: string; slots: Slots; missing: keyof Slots }
  proposal?: Proposal
}

/** The slots of `base`, overridden by those of `own`. */
export function merge(base: Slots, own: Slots): Slots {
  const said = Object.entries(own).filter(([, value]) => value !== undefined)
  return { ...base, ...Object.fromEntries(said) }
}
