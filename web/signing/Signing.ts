import type { ReactNode } from 'react'
import type { Fact } from '../components/KeyValues.tsx'
import type { Receipt } from '../wallet/Receipt.ts'
import type { Done, Sendable, Words } from '../wallet/transactions.ts'
import type { Sent } from './statements/checkTransaction.ts'

/** A request to the wallet, and its reason. */
export type Step = {
  id: string
  kind: 'signIn' | 'approval' | 'permit' | 'step' | 'transaction'
  title: string
  /** Why it is needed, and how much it allows. */
  why: string
}
export type DoneStep = Step & { hash?: string | undefined; block?: number | undefined }

/** A figure that is worse than the one reviewed. */
export type Change = { key: string; text: ReactNode }

/** How one service builds transactions. Review, price check, wallet and receipt are the same for all. */
export type Adapter<Answer> = {
  /** Identifies what is built; undefined while there is nothing to build. */
  key: string | undefined
  /** The chain that everything is signed for. */
  chainId: number
  /** Whether building needs a signed-in wallet. */
  needsSession: boolean
  /** Whether approvals are followed by the next step without another click. */
  isContinuous: boolean
  settleMs: number
  build(signal?: AbortSignal): Promise<Answer>
  /** The block the answer was read at; undefined where the service does not say. */
  blockOf(answer: Answer): number | undefined
  /** The steps that remain, in order; the transaction is the last one. */
  stepsOf(answer: Answer): Step[]
  /** Takes a step before the last one. */
  take(step: Step, answer: Answer): Promise<DoneStep>
  /** Compares a fresh answer with the reviewed one; `agreed` is the answer to sign when nothing got worse. */
  compare(reviewed: Answer, fresh: Answer): { changes: Change[]; agreed: Answer }
  /** Undefined when the transaction would fail. */
  transactionOf(answer: Answer): Sendable | undefined
  /** Every transaction in order with its statement, where a wallet that can may send them as one. */
  togetherOf?(answer: Answer): readonly { transaction: Sendable; statement: string }[]
  /** The service's signed statement about that transaction. */
  statementOf(answer: Answer): string | undefined
  words: Words
  /** Says what the receipt shows, such as the amount received. */
  describe?(receipt: Receipt, answer: Answer): Promise<Done | undefined>
}

/** An amount of a token that leaves or reaches the wallet. */
export type Move = { key: string; term: string; amount: ReactNode; bound?: ReactNode }

/** Something that must be confirmed before signing: by a checkbox, or by typing the amount. */
export type Risk = { key: string; grade: 'caution' | 'danger'; text: ReactNode } & (
  | { confirm: 'check'; label: string }
  | { confirm: 'type'; expected: string }
  | { confirm: 'none' }
)

/** Everything a review says about one answer. */
export type Statement = {
  /** Shown above everything else. */
  alerts: readonly Risk[]
  words: ReactNode
  moves: readonly Move[]
  facts: readonly (Fact & { key: string })[]
  risks: readonly Risk[]
  notes: readonly { code: string; message: string }[]
  transaction: Sent | undefined
  /** Signed by the service about the transaction. */
  statement: string | undefined
  isSimulated: boolean
  curl: string
}
