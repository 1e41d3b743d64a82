import type { Card } from './Card.ts'

export type HistoryEntry = { author: 'human' | 'agent'; content: string }

/** A package of the skills store that the box was given: a file to read. */
export type SkillLink = { name: string; path: string }

/** One prompt, and the ways to answer it. */
export type Turn = {
  text: string
  /** What was said before, oldest first; also what was said before the box was started again. */
  history: readonly HistoryEntry[]
  /** What the box was given to read. */
  skills: readonly SkillLink[]
  /** The agent's own notes on this session, until its process ends. */
  memory: Record<string, unknown>
  /** Aborted when the person cancels. */
  signal: AbortSignal
  /** Streams a piece of the answer, in Markdown. */
  say(markdown: string): Promise<void>
  card(card: Card): Promise<void>
  /** Shows a step while it is at work. */
  work<Result>(title: string, step: () => Promise<Result>): Promise<Result>
  /** Asks the person to allow something; waits for the answer. */
  confirm(title: string): Promise<boolean>
}
