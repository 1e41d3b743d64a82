import type { z } from 'zod'
import type { Template } from '#boxes/catalogue/Template.ts'
import { testGroundOf } from '#boxes/isolation/Driver.ts'
import type { Box } from '#boxes/store/boxes.ts'
import type { Confirmation } from '#boxes/store/confirmations.ts'
import type { Message } from '#boxes/store/messages.ts'
import type { Schedule } from '#boxes/store/schedules.ts'
import type { Session } from '#boxes/store/sessions.ts'
import type { Snapshot } from '#boxes/store/snapshots.ts'
import type { Task } from '#boxes/store/tasks.ts'
import type {
  AgentRecord,
  BoxRecord,
  ConfirmationRecord,
  CreatedBox,
  MessageRecord,
  PostedMessage,
  ScheduleRecord,
  SessionRecord,
  SnapshotRecord,
  TaskRecord,
} from './schemas.ts'

function isolationOf({ isolation }: Box): z.output<typeof BoxRecord>['isolation'] {
  return isolation?.engine ? { ...isolation, testedOn: testGroundOf(isolation.engine) } : isolation
}

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
    isolation: isolationOf(box),
    restarts: box.restarts,
    usage: { runs: box.runs, seconds: box.run_ms / 1000, bytesIn: box.bytes_in, bytesOut: box.bytes_out },
    models: {
      calls: box.model_calls,
      tokensIn: box.tokens_in,
      tokensOut: box.tokens_out,
      usd: box.cost_micros / 1_000_000,
      budget: { tokens: box.token_budget, usd: box.micros_budget === null ? null : box.micros_budget / 1_000_000 },
    },
    createdAt: box.created_at,
    updatedAt: box.updated_at,
    lastActiveAt: box.active_at,
  }
}

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

export function toMessageRecord(message: Message): z.output<typeof MessageRecord> {
  return {
    id: message.id,
    sessionId: message.session_id,
    seq: message.seq,
    authorType: message.author_type,
    authorId: message.author_id,
    channel: message.channel,
    content: message.content,
    cards: message.cards as z.output<typeof MessageRecord>['cards'],
    taskId: message.task_id,
    untrusted: message.author_type === 'agent',
    createdAt: message.created_at,
  }
}

export function toTaskRecord(task: Task): z.output<typeof TaskRecord> {
  return {
    id: task.id,
    boxId: task.box_id,
    sessionId: task.session_id,
    messageId: task.message_id,
    status: task.status,
    queuePlace: task.queue_place ?? null,
    stopReason: task.stop_reason,
    error: task.error,
    createdAt: task.created_at,
    startedAt: task.started_at,
    endedAt: task.ended_at,
  }
}

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

export function toSnapshotRecord(snapshot: Snapshot): z.output<typeof SnapshotRecord> {
  const { id, name, digest, bytes, sessions } = snapshot
  const { box_id: boxId, agent_id: agentId, created_at: createdAt } = snapshot
  return { id, boxId, name, agentId, bytes, digest, sessions, createdAt }
}

export function toScheduleRecord(schedule: Schedule): z.output<typeof ScheduleRecord> {
  return {
    id: schedule.id,
    boxId: schedule.box_id,
    sessionId: schedule.session_id,
    name: schedule.name,
    prompt: schedule.prompt,
    everySeconds: schedule.every_seconds,
    cron: schedule.cron,
    nextAt: schedule.due_at,
    lastAt: schedule.last_at,
    lastError: schedule.last_error,
    runs: schedule.runs,
    createdAt: schedule.created_at,
  }
}

/** A template without its command and arguments, which stay with the operator; `problem` says why it is disabled. */
export function toAgentRecord(template: Template, problem: string | undefined): z.output<typeof AgentRecord> {
  const { id, title, description, category, tags, featured, openingMessage, openingQuestions, environment, scopes } =
    template
  return {
    ...{ id, title, description, category, tags, featured, openingMessage, openingQuestions, environment, scopes },
    network: [...(template.speaks ? ['models'] : []), ...template.hosts].join(', ') || 'none',
    models: template.model?.names ?? null,
    minimumSize: template.size,
    minimumIsolation: template.minimumIsolation,
    enabled: problem === undefined,
    disabledReason: problem ?? null,
  }
}

type NewBox = { box: Box; first: { session: Session; message: Message; task: Task | undefined } | undefined }

export function toCreatedBox({ box, first }: NewBox, baseUrl: string): z.output<typeof CreatedBox> {
  const sessions = `${baseUrl}/api/boxes/${box.id}/sessions`
  return {
    box: toBoxRecord(box),
    run: first
      ? {
          session: toSessionRecord(first.session),
          message: toMessageRecord(first.message),
          task: first.task ? toTaskRecord(first.task) : null,
        }
      : null,
    mcpServers: box.attach_mcp ? [{ name: 'slipway', url: `${baseUrl}/mcp` }] : [],
    session: { create: sessions, messages: `${sessions}/${first?.session.id ?? '{sessionId}'}/messages` },
  }
}

type Posted = { message: Message; task: Task | undefined; reply: Message | undefined; session: Session }

export function toPostedMessage({ message, task, reply, session }: Posted): z.output<typeof PostedMessage> {
  return {
    message: toMessageRecord(message),
    task: task ? toTaskRecord(task) : null,
    agentReply: reply ? toMessageRecord(reply) : null,
    session: toSessionRecord(session),
    after: message.seq,
  }
}
