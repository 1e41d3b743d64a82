import type { Context } from '#boxes/Context.ts'
import { findPendingConfirmation } from '#boxes/store/confirmations.ts'
import { listMessagesOfTask, type Message } from '#boxes/store/messages.ts'
import { findTaskOfDeveloper, type Task } from '#boxes/store/tasks.ts'
import type { AgentRun, RunCard } from '#core/AgentRun.ts'
import { ApiError } from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'
import type { Call } from '#core/Operation.ts'
import { callerOf } from './requireBox.ts'

/** The caller's task, or `not_found`. */
export async function requireTask({ store }: Context, id: string, call: Call): Promise<Task> {
  const isId = Id.isId('task', id)
  const task = isId ? await findTaskOfDeveloper(store, id, callerOf(call).developerId) : undefined
  if (task) return task
  throw new ApiError('not_found', 'You have no task with this id.')
}

/** The run of a message that was just posted. */
export function freshRun({ id, session_id, status, created_at }: Task, message: Message): AgentRun {
  return {
    id,
    contextId: session_id,
    status,
    error: null,
    question: { id: message.id, text: message.content, seq: message.seq },
    reply: undefined,
    asked: undefined,
    updatedAt: created_at,
  }
}

export async function toRun({ store }: Pick<Context, 'store'>, task: Task): Promise<AgentRun> {
  const messages = await listMessagesOfTask(store, task.id)
  const question = messages.find(({ author_type }) => author_type === 'human')
  const reply = messages.findLast(({ author_type }) => author_type === 'agent')
  const pending = task.status === 'input_required' ? await findPendingConfirmation(store, task.id) : undefined
  return {
    id: task.id,
    contextId: task.session_id,
    status: task.status,
    error: task.error,
    question: { id: question?.id ?? task.message_id, text: question?.content ?? '', seq: question?.seq ?? 0 },
    reply: reply && { id: reply.id, text: reply.content, cards: reply.cards as RunCard[] },
    asked: pending && { title: pending.title, options: pending.options.map(({ id, name }) => ({ id, name })) },
    updatedAt: task.ended_at ?? task.started_at ?? task.created_at,
  }
}
