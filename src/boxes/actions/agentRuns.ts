import type { Context } from '#boxes/Context.ts'
import { type Box, lockBoxInBatch } from '#boxes/store/boxes.ts'
import { findPendingConfirmation } from '#boxes/store/confirmations.ts'
import { findSessionByClientKey, findSessionOfDeveloper } from '#boxes/store/sessions.ts'
import { listTasksOfDeveloper } from '#boxes/store/tasks.ts'
import { type AgentMessage, type AgentRun, type AgentRuns, hasEnded, type RunQuery } from '#core/AgentRun.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'
import type { Call } from '#core/Operation.ts'
import { answerConfirmation } from './answerConfirmation.ts'
import { cancelRuns } from './cancelRuns.ts'
import { createDefaultBox } from './defaultBox.ts'
import { followRun } from './followRun.ts'
import { openForRun } from './openSession.ts'
import { postMessage } from './postMessage.ts'
import { callerOf, noSuchBox } from './requireBox.ts'
import { freshRun, requireTask, toRun } from './runRecords.ts'
import { fingerprintOf, type NewMessage, type PostedMessage, sanitizeContent, writeMessage } from './writeMessage.ts'

/** Box sessions as the conversations of another protocol: a context is a session, a run is a task. */
export function createAgentRuns(context: Context): AgentRuns {
  const defaultBox = createDefaultBox(context)
  return {
    async say(said, call) {
      if (said.runId !== undefined) return answerRun(context, said, call)
      const posted =
        said.contextId === undefined
          ? await startConversation(context, { box: await defaultBox(call), said }, call)
          : await continueConversation(context, { contextId: said.contextId, said }, call)
      if (!posted.task) throw new ApiError('internal', 'A message started no run.')
      return posted.replayed ? toRun(context, posted.task) : freshRun(posted.task, posted.message)
    },
    find: async (id, call) => toRun(context, await requireTask(context, id, call)),
    list: (query, call) => listRuns(context, query, call),
    async cancel(id, call) {
      const task = await requireTask(context, id, call)
      if (task.ended_at !== null)
        throw new ApiError('failed_precondition', `The task has already ended as ${task.status}.`)
      await cancelRuns(context.commits, task.session_id, task.id)
      return untilEnded(context, id, call)
    },
    follow: (run, after, call) => followRun(context, { run, after }, call),
  }
}

/** The protocol lets a client use a messageId again, so only the same content under it is a duplicate. */
function messageOf(content: string, messageId: string): NewMessage {
  return { content, channel: 'a2a', clientKey: messageId, reusedKey: 'new message' }
}

/** Posts in a new session; a replay of the message finds the session it opened. The lock on the box orders replays. */
function startConversation(
  { commits }: Context,
  { box, said: { text, messageId } }: { box: Box; said: AgentMessage },
  call: Call,
): Promise<PostedMessage> {
  const message = messageOf(sanitizeContent(text), messageId)
  const { developerId } = callerOf(call)
  return commits.commit(async (tx) => {
    const locked = await lockBoxInBatch(tx, box.id, developerId)
    if (!locked) throw noSuchBox()
    const session =
      (await findSessionByClientKey(tx, box.id, { clientKey: messageId, fingerprint: fingerprintOf(message) })) ??
      (await openForRun(tx, locked, { title: text.slice(0, 80), channel: 'a2a' }))
    return writeMessage(tx, { box: locked, session }, message)
  })
}

async function continueConversation(
  context: Context,
  { contextId, said: { text, messageId } }: { contextId: string; said: AgentMessage },
  call: Call,
): Promise<PostedMessage> {
  const { developerId } = callerOf(call)
  const isId = Id.isId('sess', contextId)
  const session = isId ? await findSessionOfDeveloper(context.store, contextId, developerId) : undefined
  if (!session)
    throw new ApiError('not_found', 'You have no conversation with this contextId. Leave it out to start one.')
  const ids = { boxId: session.box_id, sessionId: session.id }
  return postMessage(context, { ids, message: messageOf(text, messageId) }, call)
}

/** A message to a run answers the confirmation it waits for. */
async function answerRun(context: Context, said: AgentMessage, call: Call): Promise<AgentRun> {
  const { text, runId, contextId } = said
  const task = await requireTask(context, runId ?? '', call)
  if (contextId !== undefined && contextId !== task.session_id)
    throw invalidField('contextId', `must be ${task.session_id}, the context of the task, or be left out`)
  const pending = await findPendingConfirmation(context.store, task.id)
  if (!pending)
    throw new ApiError(
      'failed_precondition',
      `The task is ${task.status} and is not waiting for an answer. Leave taskId out to send a new message in the same context.`,
    )
  const answer = text.trim().toLowerCase()
  const option = pending.options.find(({ id, name }) => id.toLowerCase() === answer || name.toLowerCase() === answer)
  if (!option)
    throw invalidField('message', `must answer with one of ${pending.options.map(({ name }) => name).join(', ')}`)
  await answerConfirmation(context, task.box_id, { id: pending.id, option: option.id })
  return toRun(context, await requireTask(context, task.id, call))
}

async function listRuns(context: Context, { contextId, limit, ...filter }: RunQuery, call: Call) {
  const { developerId } = callerOf(call)
  if (contextId !== undefined && !Id.isId('sess', contextId)) return { runs: [], total: 0, next: undefined }
  if (filter.before !== undefined && !Id.isId('task', filter.before))
    throw invalidField('pageToken', 'must be the nextPageToken of an earlier page')
  const query = { ...filter, developerId, sessionId: contextId, limit: limit + 1 }
  const { tasks, total } = await listTasksOfDeveloper(context.store, query)
  const page = tasks.slice(0, limit)
  return {
    runs: await Promise.all(page.map((task) => toRun(context, task))),
    total,
    next: tasks.length > limit ? page.at(-1)?.id : undefined,
  }
}

async function untilEnded(context: Context, id: string, call: Call): Promise<AgentRun> {
  const run = await toRun(context, await requireTask(context, id, call))
  if (hasEnded(run.status)) return run
  // Following ends at a question too, and a cancelled run has one more status after it.
  let after = run.question.seq
  while (!call.signal().aborted)
    for await (const update of followRun(context, { run, after }, call)) {
      after = update.seq
      if (update.type === 'status' && hasEnded(update.run.status)) return update.run
    }
  return toRun(context, await requireTask(context, id, call))
}
