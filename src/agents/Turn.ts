import type { Card } from './Card.ts'

export type HistoryEntry = { author: 'human' | 'agent'; content: string }

/** The file of a skill package. */
export type SkillLink = { name: string; path: string }

/** One prompt, and the ways to answer it. */
export type Turn = {
  text: string
  /** The messages before this one, oldest first, including those before a restart of the box. */
  history: readonly HistoryEntry[]
  /** The skill packages of the box. */
  skills: readonly SkillLink[]
  /** The agent's notes on this session; lost when its process ends. */
  memory: Record<string, unknown>
  /** Aborted when the person cancels. */
  signal: AbortSignal
  /** Streams a piece of the answer, in Markdown. */
  say(markdown: string): Promise<void>
  card(card: Card): Promise<void>
  /** Shows a step while it runs. */
  work<Result>(title: string, step: () => Promise<Result>): Promise<Result>
  /** Asks the person to allow something; waits for the answer. */
  confirm(title: string): Promise<boolean>
}
