import type { Call } from './Operation.ts'

export type RunStatus = 'queued' | 'running' | 'input_required' | 'completed' | 'failed' | 'cancelled'

export type RunCard = { kind: string; title: string; words: string[]; warnings?: string[] | undefined; data?: unknown }

/** One question to a hosted agent, as a protocol's door shows it: how it stands and what came back. */
export type AgentRun = {
  id: string
  /** The conversation it belongs to. */
  contextId: string
  status: RunStatus
  error: string | null
  /** `seq` numbers the question among the events of its conversation; what happens to the run comes after it. */
  question: { id: string; text: string; seq: number }
  reply: { id: string; text: string; cards: readonly RunCard[] } | undefined
  /** What the agent waits for an answer to. */
  asked: { title: string; options: readonly { id: string; name: string }[] } | undefined
  updatedAt: Date
}

/** What happens to a run, numbered within its conversation. */
export type RunUpdate =
  | { seq: number; type: 'text'; text: string }
  | { seq: number; type: 'card'; card: RunCard }
  | { seq: number; type: 'status'; run: AgentRun }

export type AgentMessage = {
  text: string
  messageId: string
  contextId?: string | undefined
  runId?: string | undefined
}
export type RunQuery = {
  contextId?: string | undefined
  status?: RunStatus | undefined
  limit: number
  before?: string | undefined
}

/** Conversations with the caller's own agents; what is not the caller's is `not_found`. */
export type AgentRuns = {
  /** Says something: in a new conversation with the caller's desk agent, in one that is there, or as the answer a run waits for. */
  say(said: AgentMessage, call: Call): Promise<AgentRun>
  find(id: string, call: Call): Promise<AgentRun>
  list(query: RunQuery, call: Call): Promise<{ runs: AgentRun[]; total: number; next: string | undefined }>
  cancel(id: string, call: Call): Promise<AgentRun>
  /** What happens to a run after an event, until it ends or waits for the caller. */
  follow(run: AgentRun, after: number, call: Call): AsyncGenerator<RunUpdate>
}

/** Ended, or waiting for an answer that was not given yet. */
export function isSettled({ status, asked }: AgentRun): boolean {
  return hasEnded(status) || (status === 'input_required' && asked !== undefined)
}

export function hasEnded(status: RunStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}
