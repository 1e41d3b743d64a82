import { type Artifact, type Message, type Part, Role, StreamResponse, type Task, TaskState } from '@a2a-js/sdk'
import type { AgentRun, RunStatus, RunUpdate } from '#core/AgentRun.ts'

const STATES: Record<RunStatus, TaskState> = {
  queued: TaskState.TASK_STATE_SUBMITTED,
  running: TaskState.TASK_STATE_WORKING,
  input_required: TaskState.TASK_STATE_INPUT_REQUIRED,
  completed: TaskState.TASK_STATE_COMPLETED,
  failed: TaskState.TASK_STATE_FAILED,
  cancelled: TaskState.TASK_STATE_CANCELED,
}

/** The run status of a protocol state; undefined for states that no run has. */
export function statusOf(state: TaskState): RunStatus | undefined {
  return (Object.keys(STATES) as RunStatus[]).find((status) => STATES[status] === state)
}

export function toTask(run: AgentRun, historyLength?: number): Task {
  const { id, contextId, reply } = run
  const history = historyLength === 0 ? [] : [questionOf(run)]
  const artifacts = reply ? [artifactOf(run, [textPart(reply.text), ...reply.cards.map(dataPart)])] : []
  return { id, contextId, status: statusRecord(run), artifacts, history, metadata: undefined }
}

/** A run as the body of a push notification. */
export function toNotification(run: AgentRun): string {
  return JSON.stringify(StreamResponse.toJSON({ payload: { $case: 'task', value: toTask(run) } }))
}

/** An update of a run as an event of a stream; `append` for every chunk of the reply but the first. */
export function toStreamResponse(run: AgentRun, update: RunUpdate, append: boolean): StreamResponse {
  const { id: taskId, contextId } = run
  if (update.type === 'status') {
    const value = { taskId, contextId, status: statusRecord(update.run), metadata: { seq: update.seq } }
    return { payload: { $case: 'statusUpdate', value } }
  }
  const part = update.type === 'text' ? textPart(update.text) : dataPart(update.card)
  const artifact = artifactOf(run, [part])
  const value = { taskId, contextId, artifact, append, lastChunk: false, metadata: { seq: update.seq } }
  return { payload: { $case: 'artifactUpdate', value } }
}

/** Closes the reply. It has no number, so that a reader cut off after it still receives the status. */
export function lastChunk(run: AgentRun): StreamResponse {
  const { id: taskId, contextId } = run
  const artifact = artifactOf(run, [textPart('')])
  const value = { taskId, contextId, artifact, append: true, lastChunk: true, metadata: undefined }
  return { payload: { $case: 'artifactUpdate', value } }
}

function statusRecord(run: AgentRun): NonNullable<Task['status']> {
  const message = run.asked ? asking(run) : failure(run)
  return { state: STATES[run.status], message, timestamp: run.updatedAt.toISOString() }
}

function asking(run: AgentRun): Message {
  const options = run.asked?.options ?? []
  const words = `${run.asked?.title ?? ''} Answer with one of: ${options.map(({ name }) => name).join(', ')}.`
  return message(run, `${run.id}-asked`, [textPart(words), dataPart({ options })])
}

function failure(run: AgentRun): Message | undefined {
  return run.error === null ? undefined : message(run, `${run.id}-error`, [textPart(run.error)])
}

function message({ id: taskId, contextId }: AgentRun, messageId: string, parts: Part[]): Message {
  return {
    messageId,
    contextId,
    taskId,
    role: Role.ROLE_AGENT,
    parts,
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  }
}

function questionOf({ id: taskId, contextId, question }: AgentRun): Message {
  const parts = [textPart(question.text)]
  return {
    messageId: question.id,
    contextId,
    taskId,
    role: Role.ROLE_USER,
    parts,
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  }
}

/** The reply is one artifact, with the same id while it streams and afterwards. */
function artifactOf({ id }: AgentRun, parts: Part[]): Artifact {
  const artifactId = `${id}-reply`
  return { artifactId, name: 'reply', description: '', parts, metadata: { untrusted: true }, extensions: [] }
}

function textPart(value: string): Part {
  return { content: { $case: 'text', value }, metadata: undefined, filename: '', mediaType: 'text/plain' }
}

function dataPart(value: unknown): Part {
  return { content: { $case: 'data', value }, metadata: undefined, filename: '', mediaType: 'application/json' }
}
