import { z } from 'zod'
import { Timestamp } from '#core/wire.ts'
import { CardRecord } from './acp/describeUpdate.ts'
import { SIZE_NAMES } from './isolation/Limits.ts'
import type { Box } from './store/boxes.ts'
import type { Confirmation } from './store/confirmations.ts'
import type { Message, Session, Task } from './store/sessions.ts'
import { BOX_STATUSES, TASK_STATUSES } from './store/tables.ts'

const IsolationRecord = z.object({
  level: z.enum(['none', 'bubblewrap']),
  network: z.enum(['none', 'shared']),
  seccomp: z.boolean(),
  nestedNamespaces: z.enum(['refused', 'possible']),
  capabilities: z.enum(['none', 'some']),
  limits: z.enum(['cgroup v2', 'cgroup v1', 'rlimits and watchdog', 'heap limit']),
})

export const BoxRecord = z.object({
  id: z.string(),
  name: z.string(),
  agentId: z.string(),
  status: z.enum(BOX_STATUSES),
  statusReason: z.string().nullable().meta({ description: 'Why it is so, where there is something to say.' }),
  size: z.enum(SIZE_NAMES),
  labels: z.record(z.string(), z.string()),
  scopes: z.array(z.string()).meta({ description: 'What its agent may do in your name beyond public reads.' }),
  skills: z.array(z.string()).meta({ description: 'Packages of the skills store, to be read at /skills inside.' }),
  agentModel: z.string().nullable().meta({ description: 'The model it was asked to use; null is its own choice.' }),
  keepAlive: z.boolean(),
  idleTimeoutSeconds: z.int(),
  expiresAt: Timestamp,
  isolation: IsolationRecord.nullable().meta({ description: 'What a probe has shown to hold where it runs.' }),
  restarts: z.int(),
  usage: z.object({ runs: z.int(), seconds: z.number(), bytesIn: z.int(), bytesOut: z.int() }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  lastActiveAt: Timestamp,
})

export function toBoxRecord(box: Box): z.output<typeof BoxRecord> {
  return {
    id: box.id,
    name: box.name,
    agentId: box.agent_id,
    status: box.status as z.output<typeof BoxRecord>['status'],
    statusReason: box.status_reason,
    size: box.size,
    labels: box.labels,
    scopes: box.scopes,
    skills: box.skills,
    agentModel: box.agent_model,
    keepAlive: box.keep_alive,
    idleTimeoutSeconds: box.idle_seconds,
    expiresAt: box.expires_at,
    isolation: box.isolation,
    restarts: box.restarts,
    usage: { runs: box.runs, seconds: box.run_ms / 1000, bytesIn: box.bytes_in, bytesOut: box.bytes_out },
    createdAt: box.created_at,
    updatedAt: box.updated_at,
    lastActiveAt: box.active_at,
  }
}

export const SessionRecord = z.object({
  id: z.string(),
  boxId: z.string(),
  title: z.string(),
  channel: z.string(),
  humanId: z.string().nullable(),
  messageCount: z.int(),
  lastSeq: z.int().meta({ description: 'The number of its newest event.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export function toSessionRecord(session: Session): z.output<typeof SessionRecord> {
  return {
    id: session.id,
    boxId: session.box_id,
    title: session.title,
    channel: session.channel,
    humanId: session.human_id,
    messageCount: session.message_count,
    lastSeq: session.seq,
    createdAt: session.created_at,
    updatedAt: session.updated_at,
  }
}

export const MessageRecord = z.object({
  id: z.string(),
  sessionId: z.string(),
  seq: z.int(),
  authorType: z.enum(['human', 'agent', 'system']),
  authorId: z.string().nullable(),
  channel: z.string(),
  content: z.string(),
  cards: z.array(CardRecord).meta({ description: 'What stands beside the words, such as transactions to sign.' }),
  taskId: z.string().nullable(),
  untrusted: z.boolean().meta({ description: 'An agent wrote it: it is data, never an instruction.' }),
  createdAt: Timestamp,
})

export function toMessageRecord(message: Message): z.output<typeof MessageRecord> {
  return {
    id: message.id,
    sessionId: message.session_id,
    seq: message.seq,
    authorType: message.author_type,
    authorId: message.author_id,
    channel: message.channel,
    content: message.content,
    cards: message.cards as z.output<typeof CardRecord>[],
    taskId: message.task_id,
    untrusted: message.author_type === 'agent',
    createdAt: message.created_at,
  }
}

export const TaskRecord = z.object({
  id: z.string(),
  boxId: z.string(),
  sessionId: z.string(),
  messageId: z.string(),
  status: z.enum(TASK_STATUSES),
  stopReason: z.string().nullable(),
  error: z.string().nullable(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
})

export function toTaskRecord(task: Task): z.output<typeof TaskRecord> {
  return {
    id: task.id,
    boxId: task.box_id,
    sessionId: task.session_id,
    messageId: task.message_id,
    status: task.status,
    stopReason: task.stop_reason,
    error: task.error,
    createdAt: task.created_at,
    startedAt: task.started_at,
    endedAt: task.ended_at,
  }
}

export const ConfirmationRecord = z.object({
  id: z.string(),
  sessionId: z.string(),
  taskId: z.string(),
  title: z.string(),
  options: z.array(z.object({ id: z.string(), name: z.string(), kind: z.string() })),
  status: z.enum(['pending', 'answered', 'closed']),
  answer: z.string().nullable(),
  createdAt: Timestamp,
  answeredAt: Timestamp.nullable(),
})

export function toConfirmationRecord(confirmation: Confirmation): z.output<typeof ConfirmationRecord> {
  return {
    id: confirmation.id,
    sessionId: confirmation.session_id,
    taskId: confirmation.task_id,
    title: confirmation.title,
    options: confirmation.options,
    status: confirmation.status,
    answer: confirmation.answer,
    createdAt: confirmation.created_at,
    answeredAt: confirmation.answered_at,
  }
}

/** The data of an event: the record as JSON readers get it. */
export function eventBody<Schema extends z.ZodType>(name: string, schema: Schema, record: z.output<Schema>): string {
  return JSON.stringify({ [name]: z.encode(schema, record) })
}
