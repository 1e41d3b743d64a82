import type { Context } from '#boxes/Context.ts'
import { type Box, lockBoxInBatch } from '#boxes/store/boxes.ts'
import { findReply, type Message } from '#boxes/store/messages.ts'
import { findSession, lockSession, type Session } from '#boxes/store/sessions.ts'
import type { Store } from '#boxes/store/tables.ts'
import { findTask, type Task } from '#boxes/store/tasks.ts'
import type { Call } from '#core/Operation.ts'
import { callerOf, noSuchBox, noSuchSession } from './requireBox.ts'
import { waitUntil } from './waitUntil.ts'
import { type NewMessage, type PostedMessage, sanitizeContent, writeMessage } from './writeMessage.ts'

type SessionIds = { boxId: string; sessionId: string }

/** Commits a message to the caller's session, together with other writes. */
export function postMessage(
  { commits }: Pick<Context, 'commits'>,
  { ids, message }: { ids: SessionIds; message: NewMessage },
  call: Call,
): Promise<PostedMessage> {
  const sanitized = { ...message, content: sanitizeContent(message.content) }
  const { developerId } = callerOf(call)
  return commits.commit(async (tx) => writeMessage(tx, await lockSessionOf(tx, ids, developerId), sanitized))
}

async function lockSessionOf(
  tx: Store,
  { boxId, sessionId }: SessionIds,
  developerId: string,
): Promise<{ box: Box; session: Session }> {
  const box = await lockBoxInBatch(tx, boxId, developerId)
  if (!box) throw noSuchBox()
  const session = await lockSession(tx, sessionId, box.id)
  if (!session) throw noSuchSession(box.id)
  return { box, session }
}

type Posting = SessionIds & NewMessage & { waitSeconds: number }

/** The message, its run, and the reply if it came within the wait. */
export type Answered = { message: Message; task: Task | undefined; reply: Message | undefined; session: Session }

export async function postAndWait(context: Context, posting: Posting, call: Call): Promise<Answered> {
  const { boxId, sessionId, waitSeconds, ...fields } = posting
  const key = call.idempotencyKey
  const message = { ...fields, ...(key !== undefined && { clientKey: key }) }
  const posted = await postMessage(context, { ids: { boxId, sessionId }, message }, call)
  if (!posted.task) return { ...posted, reply: undefined }
  if (waitSeconds === 0 && !posted.replayed) return { ...posted, reply: undefined }
  const settled = await waitForReply(context, posted.task, { ms: waitSeconds * 1000, signal: call.signal() })
  const session = (await findSession(context.store, sessionId, boxId)) ?? posted.session
  return { message: posted.message, session, ...settled }
}

/** The run once it has ended or needs an answer, or as it is after `ms`; with the agent's reply. */
async function waitForReply(
  context: Pick<Context, 'database' | 'store'>,
  task: Task,
  wait: { ms: number; signal: AbortSignal },
): Promise<Pick<Answered, 'task' | 'reply'>> {
  const { store } = context
  let latest = task
  const readSettled = async () => {
    latest = (await findTask(store, task.id)) ?? latest
    return latest.ended_at !== null || latest.status === 'input_required' ? latest : undefined
  }
  await waitUntil(context, readSettled, wait)
  return { task: latest, reply: await findReply(store, { sessionId: task.session_id, taskId: task.id }) }
}
