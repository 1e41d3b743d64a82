import type { Call } from './Operation.ts'

/** Where a client receives notifications about a run, independent of the protocol. */
export type AgentPush = {
  /** Chosen by the client, unique for the run. */
  id: string
  runId: string
  url: string
}

/** Sent with each notification, so that the receiver knows who calls; never shown again. */
export type PushSecrets = { token: string; scheme: string; credentials: string }

/** Notifications about the caller's runs; those of others are `not_found`. */
export type AgentPushes = {
  /** Throws `invalid_argument` for a URL that can never be called. */
  requireUrl(url: string): void
  /** Replaces one with the same id. */
  create(push: AgentPush & PushSecrets, call: Call): Promise<AgentPush>
  find(push: Pick<AgentPush, 'id' | 'runId'>, call: Call): Promise<AgentPush>
  list(runId: string, call: Call): Promise<AgentPush[]>
  remove(push: Pick<AgentPush, 'id' | 'runId'>, call: Call): Promise<void>
}
