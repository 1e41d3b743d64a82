import type { Call } from './Operation.ts'

/** A question that work waits for, for a person to decide. */
export type WorkQuestion = { id: string; title: string; options: readonly { id: string; name: string }[] }

/** Work that a tool has started and that may outlive the call. */
export type Work = {
  id: string
  status: 'working' | 'completed' | 'cancelled'
  /** Its state in words. */
  note: string
  questions: readonly WorkQuestion[]
  createdAt: Date
  updatedAt: Date
  /** The tool's output for it at this moment. */
  output: unknown
}

/** How the work of a tool continues after it was started; work of other callers is `not_found`. */
export type ToolWork = {
  /** The id of the work in an output; undefined once it has ended. */
  pendingIn(output: unknown): string | undefined
  /** How long a caller waits for the end: before it gets a task, without one, and with reports of progress. */
  waitMs: { beforeTask: number; plain: number; withProgress: number }
  find(id: string, call: Call): Promise<Work>
  /** The resource that changes with it. */
  resourceOf(work: Work): string
  /** The work once it has ended or asks something, or as it is after `ms`. */
  settle(id: string, ms: number, call: Call): Promise<Work>
  /** Answers a question with one of its options; without one, the person refuses. Answers to other questions are ignored. */
  answer(id: string, given: { question: string; option: string | undefined }, call: Call): Promise<void>
  /** Asks it to stop; work that has ended stays as it is. */
  cancel(id: string, call: Call): Promise<void>
  /** Its progress in words, until it ends or asks something. */
  follow(id: string, call: Call): AsyncGenerator<string>
}
