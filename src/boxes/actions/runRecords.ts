import { type BoxContext, callerOf } from '#boxes/Context.ts'
import { listConfirmations } from '#boxes/store/confirmations.ts'
import type { Message, Task } from '#boxes/store/sessions.ts'
import type { AgentRun, RunCard } from '#core/AgentRun.ts'
import { ApiError } from '#core/ApiError.ts'
import type { Call } from '#core/Operation.ts'

/** The caller's task, or `not_found`. */
export async function requireTask({ store }: BoxContext, id: string, call: Call): Promise<Task> {
  const { developerId } = callerOf(call)
  const task = await store
    .selectFrom('box_tasks')
    .innerJoin('box_sessions', 'box_sessions.id', 'box_tasks.session_id')
    .selectAll('box_tasks')
    .where('box_tasks.id', '=', id)
    .where('box_sessions.developer_id', '=', developerId)
    .executeTakeFirst()
  if (task) return task
  throw new ApiError('not_found', 'You have no task with this id.')
}

/** A run that has just been asked for. */
export function freshRun(
  { id, session_id, status, created_at }: Task,
  { id: messageId, content, seq }: Message,
): AgentRun {
  const question = { id: messageId, text: content, seq }
  return {
    id,
    contextId: session_id,
    status,
    error: null,
    question,
    reply: undefined,
    asked: undefined,
    updatedAt: created_at,
  }
}

export async function toRun(context: BoxContext, task: Task): Promise<AgentRun> {
  const messages = await context.store
    .selectFrom('box_messages')
    .selectAll()
    .where('task_id', '=', task.id)
    .orderBy('seq')
    .execute()
  const question = messages.find(({ author_type }) => author_type === 'human')
  const reply = messages.findLast(({ author_type }) => author_type === 'agent')
  return {
    id: task.id,
    contextId: task.session_id,
    status: task.status,
    error: task.error,
    question: { id: question?.id ?? task.message_id, text: question?.content ?? '', seq: question?.seq ?? 0 },
    reply: reply && { id: reply.id, text: reply.content, cards: cardsOf(reply) },
    asked: task.status === 'input_required' ? await askedBy(context, task) : undefined,
    updatedAt: task.ended_at ?? task.started_at ?? task.created_at,
  }
}

function cardsOf({ cards }: Message): RunCard[] {
  return cards as RunCard[]
}

async function askedBy({ store }: BoxContext, task: Task): Promise<AgentRun['asked']> {
  const pending = (await listConfirmations(store, task.session_id, 50)).find(
    (one) => one.task_id === task.id && one.status === 'pending',
  )
  return pending && { title: pending.title, options: pending.options.map(({ id, name }) => ({ id, name })) }
}
