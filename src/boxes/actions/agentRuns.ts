import { type BoxContext, callerOf } from '#boxes/Context.ts'
import type { Box } from '#boxes/store/boxes.ts'
import { listConfirmations } from '#boxes/store/confirmations.ts'
import { type AgentRun, type AgentRuns, hasEnded, type RunQuery, type Said } from '#core/AgentRun.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import type { Call } from '#core/Operation.ts'
import { answerConfirmation } from './answerConfirmation.ts'
import { cancelRuns } from './cancelRuns.ts'
import { createOwnDesk, openOwn, type Place } from './defaultBox.ts'
import { followRun } from './followRun.ts'
import { type Posted, postMessage } from './postMessage.ts'
import { freshRun, requireTask, toRun } from './runRecords.ts'

/** Box sessions as conversations of another protocol: context = session, run = task. */
export function createAgentRuns(context: BoxContext): AgentRuns {
  const own = createOwnDesk(context)
  return {
    async say(said, call) {
      if (said.runId !== undefined) return sayToRun(context, said, call)
      const place =
        said.contextId === undefined
          ? await openOwn(context, await own(call), said)
          : await findPlace(context, said.contextId, call)
      const posted = await commit(context, place, said)
      if (!posted.task) throw new ApiError('internal', 'A message started no run.')
      return posted.replayed ? toRun(context, posted.task) : freshRun(posted.task, posted.message)
    },
    find: async (id, call) => toRun(context, await requireTask(context, id, call)),
    list: (query, call) => list(context, query, call),
    async cancel(id, call) {
      const task = await requireTask(context, id, call)
      if (task.ended_at !== null)
        throw new ApiError('failed_precondition', `The task has ended as ${task.status}; nothing is left to cancel.`)
      await cancelRuns(context.commits, task.session_id, task.id)
      return untilEnded(context, id, call)
    },
    follow: (run, after, call) => followRun(context, { run, after }, call),
  }
}

async function findPlace({ store }: BoxContext, contextId: string, call: Call): Promise<Place> {
  const { developerId } = callerOf(call)
  const session = await store
    .selectFrom('box_sessions')
    .selectAll()
    .where('id', '=', contextId)
    .where('developer_id', '=', developerId)
    .executeTakeFirst()
  const box =
    session &&
    ((await store.selectFrom('boxes').selectAll().where('id', '=', session.box_id).executeTakeFirst()) as
      | Box
      | undefined)
  if (session && box) return { box, session }
  throw new ApiError('not_found', 'You have no conversation with this contextId. Leave it out to begin one.')
}

async function commit({ commits }: BoxContext, place: Place, { text, messageId }: Said): Promise<Posted> {
  let posted: Posted | undefined
  await commits.commit(async (within) => {
    const written = await postMessage(within, place, { content: text, channel: 'a2a', clientKey: messageId })
    posted = written.posted
    return written.events
  })
  return posted as unknown as Posted
}

/** A message to a run is the answer it waits for; one that has ended takes none. */
async function sayToRun(context: BoxContext, { text, runId }: Said, call: Call): Promise<AgentRun> {
  const task = await requireTask(context, runId ?? '', call)
  const pending = (await listConfirmations(context.store, task.session_id, 50)).find(
    (one) => one.task_id === task.id && one.status === 'pending',
  )
  if (!pending)
    throw new ApiError(
      'failed_precondition',
      `The task is ${task.status} and waits for no answer. Leave taskId out to ask something new in the same context.`,
    )
  const wanted = text.trim().toLowerCase()
  const option = pending.options.find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted)
  if (!option)
    throw invalidField('message', `must answer with one of ${pending.options.map(({ name }) => name).join(', ')}`)
  await answerConfirmation(context, task.box_id, { id: pending.id, option: option.id })
  return toRun(context, await requireTask(context, task.id, call))
}

async function list(context: BoxContext, { contextId, status, limit, before }: RunQuery, call: Call) {
  const { developerId } = callerOf(call)
  let query = context.store
    .selectFrom('box_tasks')
    .innerJoin('box_sessions', 'box_sessions.id', 'box_tasks.session_id')
    .where('box_sessions.developer_id', '=', developerId)
  if (contextId !== undefined) query = query.where('box_tasks.session_id', '=', contextId)
  if (status !== undefined) query = query.where('box_tasks.status', '=', status)
  const { total } = await query.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const page = before === undefined ? query : query.where('box_tasks.id', '<', before)
  const rows = await page
    .selectAll('box_tasks')
    .orderBy('box_tasks.id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  return {
    runs: await Promise.all(shown.map((task) => toRun(context, task))),
    total: Number(total),
    next: rows.length > limit ? shown.at(-1)?.id : undefined,
  }
}

async function untilEnded(context: BoxContext, id: string, call: Call): Promise<AgentRun> {
  const run = await toRun(context, await requireTask(context, id, call))
  if (hasEnded(run.status)) return run
  for await (const update of followRun(context, { run, after: run.question.seq }, call))
    if (update.type === 'status' && hasEnded(update.run.status)) return update.run
  return toRun(context, await requireTask(context, id, call))
}
