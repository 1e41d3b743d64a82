import { sql } from 'kysely'
import type { Update } from '#boxes/acp/describeUpdate.ts'
import { type BoxContext, callerOf } from '#boxes/BoxContext.ts'
import type { Box } from '#boxes/store/boxes.ts'
import { listConfirmations } from '#boxes/store/confirmations.ts'
import type { Message, Session, Task } from '#boxes/store/sessions.ts'
import {
  type AgentRun,
  type AgentRuns,
  hasEnded,
  isSettled,
  type RunCard,
  type RunQuery,
  type RunStatus,
  type RunUpdate,
  type Said,
} from '#core/AgentRun.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import type { Call } from '#core/Operation.ts'
import { answerConfirmation } from './answerConfirmation.ts'
import { cancelRuns } from './cancelRuns.ts'
import { createBox, NewBoxRequest } from './createBox.ts'
import { openSession } from './openSession.ts'
import { type Posted, postMessage } from './postMessage.ts'

const LABEL = 'a2a'
const IDLE_SECONDS = 300
const PAGE = 200

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
    follow: (run, after, call) => follow(context, { run, after }, call),
  }
}

/** The caller's own desk box: made on first use, ended when it has nothing to do. */
function createOwnDesk(context: BoxContext): (call: Call) => Promise<Box> {
  const making = new Map<string, Promise<Box>>()
  return async (call) => {
    const { developerId } = callerOf(call)
    const found = await findDesk(context, developerId)
    if (found) return found
    const known = making.get(developerId)
    if (known) return known
    const request = NewBoxRequest.parse({
      agentId: 'desk',
      name: 'Desk',
      labels: { channel: LABEL },
      idleTimeoutSeconds: IDLE_SECONDS,
    })
    const made = createBox(context, request, { ...call, transaction: undefined } as unknown as Call).then(
      ({ box }) => box,
    )
    making.set(developerId, made)
    try {
      return await made
    } finally {
      making.delete(developerId)
    }
  }
}

function findDesk({ store }: BoxContext, developerId: string): Promise<Box | undefined> {
  return store
    .selectFrom('boxes')
    .selectAll()
    .where('developer_id', '=', developerId)
    .where('status', 'in', ['creating', 'ready', 'paused'])
    .where(sql<boolean>`labels ->> 'channel' = ${LABEL}`)
    .orderBy('id', 'desc')
    .executeTakeFirst() as Promise<Box | undefined>
}

type Place = { box: Box; session: Session }

async function openOwn({ store }: BoxContext, box: Box, { text }: Said): Promise<Place> {
  const { session } = await openSession(store, box, { title: text.slice(0, 80), channel: 'a2a' })
  return { box, session }
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

async function requireTask({ store }: BoxContext, id: string, call: Call): Promise<Task> {
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

/** A run that has just been asked for. */
function freshRun({ id, session_id, status, created_at }: Task, { id: messageId, content, seq }: Message): AgentRun {
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

async function toRun(context: BoxContext, task: Task): Promise<AgentRun> {
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

type Following = { run: AgentRun; after: number }

/** Reads the session's numbered events and keeps those of one run. */
async function* follow(context: BoxContext, { run, after }: Following, call: Call): AsyncGenerator<RunUpdate> {
  const source = await context.feeds.open(run.contextId)
  let wake = () => {}
  using _subscription = source.subscribe(() => wake())
  const signal = call.signal()
  signal.addEventListener('abort', () => wake())
  let position = after
  while (!signal.aborted) {
    const woken = Promise.withResolvers<void>()
    wake = woken.resolve
    const events = await source.readAfter(position, PAGE)
    for (const event of events) {
      position = event.seq
      const update = await tell(context, { event, run }, call)
      if (update) yield update
      if (update?.type === 'status' && isSettled(update.run)) return
    }
    if (events.length < PAGE) await woken.promise
  }
}

type Event = { seq: number; kind: string; body: string }
type About = { event: Event; run: AgentRun }

/** What an event of the session says about the run; nothing where it is about another. */
async function tell(context: BoxContext, { event, run }: About, call: Call): Promise<RunUpdate | undefined> {
  if (event.kind !== 'task') return toUpdate(event, run.id)
  const told = JSON.parse(event.body).task as { id: string; status: RunStatus }
  if (told.id !== run.id) return undefined
  const isNews = hasEnded(told.status) || told.status === 'input_required'
  const now = isNews ? await toRun(context, await requireTask(context, run.id, call)) : run
  return { seq: event.seq, type: 'status', run: { ...now, status: told.status } }
}

function toUpdate({ seq, kind, body }: Event, runId: string): RunUpdate | undefined {
  if (kind !== 'update') return undefined
  const told = JSON.parse(body) as { taskId: string; update: Update }
  if (told.taskId !== runId) return undefined
  if (told.update.type === 'text') return { seq, type: 'text', text: told.update.text }
  if (told.update.type === 'card') return { seq, type: 'card', card: told.update.card as RunCard }
  return undefined
}

async function untilEnded(context: BoxContext, id: string, call: Call): Promise<AgentRun> {
  const run = await toRun(context, await requireTask(context, id, call))
  if (hasEnded(run.status)) return run
  for await (const update of follow(context, { run, after: run.question.seq }, call))
    if (update.type === 'status' && hasEnded(update.run.status)) return update.run
  return toRun(context, await requireTask(context, id, call))
}
