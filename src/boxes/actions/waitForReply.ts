import { type BoxContext, waitUntil } from '#boxes/Context.ts'
import { findTask, type Message, type Task } from '#boxes/store/sessions.ts'

export type Reply = { task: Task; reply: Message | undefined }

/** The run as it stands once it has ended, needs an answer, or the time is over; with what the agent replied. */
export async function waitForReply(
  context: Pick<BoxContext, 'database' | 'store'>,
  task: Task,
  { ms, signal }: { ms: number; signal?: AbortSignal },
): Promise<Reply> {
  const { store } = context
  const isSettled = (now: Task | undefined) =>
    now !== undefined && (now.ended_at !== null || now.status === 'input_required')
  const look = async () => {
    const now = await findTask(store, task.id)
    return isSettled(now) ? now : undefined
  }
  const settled =
    (await waitUntil(context, look, { ms, ...(signal && { signal }) })) ?? (await findTask(store, task.id)) ?? task
  const reply = await store
    .selectFrom('box_messages')
    .selectAll()
    .where('session_id', '=', task.session_id)
    .where('task_id', '=', task.id)
    .where('author_type', '=', 'agent')
    .orderBy('seq', 'desc')
    .executeTakeFirst()
  return { task: settled, reply }
}
