import type { Call } from './Operation.ts'

export type RunStatus = 'queued' | 'running' | 'input_required' | 'completed' | 'failed' | 'cancelled'

export type RunCard = { kind: string; title: string; words: string[]; warnings?: string[] | undefined; data?: unknown }

/** One question to a hosted agent with its status and reply, independent of the protocol that carries it. */
export type AgentRun = {
  id: string
  contextId: string
  status: RunStatus
  error: string | null
  /** `seq` is the question's number among the events of its conversation; events of the run have higher numbers. */
  question: { id: string; text: string; seq: number }
  reply: { id: string; text: string; cards: readonly RunCard[] } | undefined
  /** The confirmation the agent is waiting for. */
  asked: { title: string; options: readonly { id: string; name: string }[] } | undefined
  updatedAt: Date
}

/** An event of a run, numbered within its conversation. */
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
  /** Only runs whose status is of this time or later. */
  updatedSince?: Date | undefined
  limit: number
  before?: string | undefined
}

/** Conversations with the caller's agents; those of others are `not_found`. */
export type AgentRuns = {
  /** Starts a conversation with the caller's desk agent, continues one, or answers the confirmation a run waits for. */
  say(said: AgentMessage, call: Call): Promise<AgentRun>
  find(id: string, call: Call): Promise<AgentRun>
  list(query: RunQuery, call: Call): Promise<{ runs: AgentRun[]; total: number; next: string | undefined }>
  cancel(id: string, call: Call): Promise<AgentRun>
  /** The events of a run after `after`, until it ends or waits for the caller. */
  follow(run: AgentRun, after: number, call: Call): AsyncGenerator<RunUpdate>
}

/** Whether the run has ended or waits for an answer. */
export function isSettled({ status, asked }: AgentRun): boolean {
  return hasEnded(status) || (status === 'input_required' && asked !== undefined)
}

export function hasEnded(status: RunStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}
