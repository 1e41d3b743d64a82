import type { Generated, Kysely } from 'kysely'
import type { Isolation } from '#boxes/isolation/Driver.ts'
import type { Size } from '#boxes/isolation/Limits.ts'
import type { Scope } from '#core/Access.ts'

export const BOX_STATUSES = ['creating', 'ready', 'paused', 'stopped', 'error'] as const
export type BoxStatus = (typeof BOX_STATUSES)[number] | 'deleted'
/** The desired state of a box; its host reconciles the box with it. */
export type WantedState = 'ready' | 'paused' | 'stopped' | 'deleted'
export type PausedBy = 'caller' | 'idle' | 'shutdown' | 'host'

export type BoxRow = {
  id: string
  developer_id: string
  name: string
  agent_id: string
  size: Size
  status: Generated<BoxStatus>
  status_reason: Generated<string | null>
  wanted: Generated<WantedState>
  paused_by: Generated<PausedBy | null>
  labels: Record<string, string>
  scopes: Scope[]
  environment: Record<string, string>
  /** Names of packages in the skills store. */
  skills: string[]
  agent_model: string | null
  keep_alive: boolean
  attach_mcp: boolean
  idle_seconds: number
  expires_at: Date
  isolation: Generated<Isolation | null>
  host_id: Generated<string | null>
  restarts: Generated<number>
  runs: Generated<number>
  run_ms: Generated<number>
  bytes_in: Generated<number>
  bytes_out: Generated<number>
  model_calls: Generated<number>
  tokens_in: Generated<number>
  tokens_out: Generated<number>
  /** Millionths of a US dollar. */
  cost_micros: Generated<number>
  /** The limits that its creator has set below those of the operator. */
  token_budget: number | null
  micros_budget: number | null
  log_seq: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  active_at: Generated<Date>
}

export type SessionRow = {
  id: string
  box_id: string
  developer_id: string
  title: string
  channel: string
  human_id: string | null
  seq: Generated<number>
  message_count: Generated<number>
  /** The id that the agent gave to it. */
  agent_session: Generated<string | null>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type MessageRow = {
  id: string
  session_id: string
  seq: number
  author_type: 'human' | 'agent' | 'system'
  author_id: string | null
  channel: string
  content: string
  cards: unknown
  task_id: string | null
  client_key: string | null
  fingerprint: string | null
  created_at: Generated<Date>
}

export const TASK_STATUSES = ['queued', 'running', 'input_required', 'completed', 'failed', 'cancelled'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

export type TaskRow = {
  id: string
  box_id: string
  session_id: string
  message_id: string
  status: Generated<TaskStatus>
  stop_reason: Generated<string | null>
  error: Generated<string | null>
  is_cancelled: Generated<boolean>
  created_at: Generated<Date>
  started_at: Generated<Date | null>
  ended_at: Generated<Date | null>
}

export type ConfirmationOption = { id: string; name: string; kind: string }

export type ConfirmationRow = {
  id: string
  box_id: string
  session_id: string
  task_id: string
  title: string
  options: unknown
  /** `closed` once the agent received the answer or its run ended. */
  status: Generated<'pending' | 'answered' | 'closed'>
  answer: Generated<string | null>
  created_at: Generated<Date>
  answered_at: Generated<Date | null>
}

export type EventRow = { session_id: string; seq: number; kind: string; body: string; created_at: Generated<Date> }
export type LogRow = { box_id: string; seq: number; at: Generated<Date>; source: 'agent' | 'service'; line: string }

export type FileRequestRow = {
  id: string
  box_id: string
  input: unknown
  output: Generated<unknown>
  error: Generated<unknown>
  created_at: Generated<Date>
  done_at: Generated<Date | null>
}

/** A call to a model, with the reserved maximum until it ends, then with its usage. */
export type ModelCallRow = {
  id: string
  box_id: string
  developer_id: string
  tokens: number
  micros: number
  started_at: Generated<Date>
  ended_at: Generated<Date | null>
}

/** The use of models by all boxes on a day (UTC), and the reservations of calls in progress. */
type ModelDayRow = {
  day: string
  used_tokens: Generated<number>
  used_micros: Generated<number>
  held_tokens: Generated<number>
  held_micros: Generated<number>
}

/** Files and conversations of a box at one moment; its sessions and files have the id of the snapshot as `box_id`. */
export type SnapshotRow = {
  id: string
  developer_id: string
  box_id: string
  name: string
  agent_id: string
  /** The request that creates a box like the one it was taken from. */
  settings: unknown
  digest: string
  bytes: number
  sessions: number
  created_at: Generated<Date>
}

/** A prompt that is sent to a box at certain times. */
export type ScheduleRow = {
  id: string
  box_id: string
  developer_id: string
  session_id: string
  name: string
  prompt: string
  every_seconds: number | null
  cron: string | null
  /** Null once it is disabled. */
  due_at: Date | null
  last_at: Generated<Date | null>
  last_error: Generated<string | null>
  /** Consecutive. */
  failures: Generated<number>
  runs: Generated<number>
  created_at: Generated<Date>
}

export type Tables = {
  box_hosts: { id: string; seen_at: Generated<Date>; isolation: unknown }
  boxes: BoxRow
  /** Files that an earlier version saved. */
  box_archives: { box_id: string; saved_at: Generated<Date>; bytes: Buffer }
  box_file_archives: { box_id: string; archive_id: string; saved_at: Generated<Date> }
  box_archive_parts: { archive_id: string; part: number; bytes: Buffer; created_at: Generated<Date> }
  box_logs: LogRow
  box_sessions: SessionRow
  box_events: EventRow
  box_messages: MessageRow
  box_tasks: TaskRow
  box_confirmations: ConfirmationRow
  box_file_requests: FileRequestRow
  box_model_calls: ModelCallRow
  box_model_days: ModelDayRow
  box_snapshots: SnapshotRow
  box_schedules: ScheduleRow
}

/** The tables of this module, inside a transaction or not. */
export type Store = Kysely<Tables>
