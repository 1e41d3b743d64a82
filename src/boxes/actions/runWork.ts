import type { z } from 'zod'
import type { Context } from '#boxes/Context.ts'
import { type Confirmation, listPendingConfirmations } from '#boxes/store/confirmations.ts'
import { listMessagesOfTask, type Message } from '#boxes/store/messages.ts'
import { findSession, type Session } from '#boxes/store/sessions.ts'
import { findTask, type Task } from '#boxes/store/tasks.ts'
import { type PostedRun, toPostedRun } from '#boxes/wire/postedRun.ts'
import type { Call } from '#core/Operation.ts'
import type { ToolWork, Work } from '#core/ToolWork.ts'
import { answerConfirmation } from './answerConfirmation.ts'
import { cancelRuns } from './cancelRuns.ts'
import { followNotes, noteOfStatus } from './followNotes.ts'
import { noSuchSession } from './requireBox.ts'
import { requireTask } from './runRecords.ts'
import { waitUntil } from './waitUntil.ts'

export const WAIT_SECONDS = 20

/** The run that a message to a box starts, as the work of a tool. */
export function createRunWork(context: Context): ToolWork {
  const find = async (id: string, call: Call) => toWork(context, await requireTask(context, id, call))
  return {
    pendingIn(output) {
      const { task } = output as z.output<typeof PostedRun>
      return task && task.endedAt === null ? task.id : undefined
    },
    waitMs: { beforeTask: 2_000, plain: WAIT_SECONDS * 1_000, withProgress: 50_000 },
    find,
    resourceOf({ output }) {
      const { session } = output as z.output<typeof PostedRun>
      return `box://${session.boxId}/sessions/${session.id}`
    },
    async settle(id, ms, call) {
      const work = await find(id, call)
      if (work.status !== 'working' || work.questions.length > 0) return work
      await waitForTask(context, id, { ms, signal: call.signal() })
      return find(id, call)
    },
    async answer(id, given, call) {
      const task = await requireTask(context, id, call)
      const asked = (await listPendingConfirmations(context.store, id)).find((one) => one.id === given.question)
      if (asked) await answer(context, task, { asked, option: given.option })
    },
    async cancel(id, call) {
      const task = await requireTask(context, id, call)
      if (task.ended_at === null) await cancelRuns(context.commits, task.session_id, id)
    },
    async *follow(id, call) {
      yield* followNotes(context, await requireTask(context, id, call), call.signal())
    },
  }
}

/** Waits until a run has ended or asks something. */
function waitForTask(context: Context, id: string, wait: { ms: number; signal: AbortSignal }) {
  const readSettled = async () => {
    const task = await findTask(context.store, id)
    return task === undefined || task.ended_at !== null || task.status === 'input_required' ? true : undefined
  }
  return waitUntil(context, readSettled, wait)
}

/** Refusing selects the option that refuses; if an agent offers none, its run is cancelled. */
async function answer(
  context: Context,
  task: Task,
  { asked, option }: { asked: Confirmation; option: string | undefined },
): Promise<void> {
  const chosen = option ?? asked.options.find(({ kind }) => kind.startsWith('reject'))?.id
  if (chosen === undefined) await cancelRuns(context.commits, task.session_id, task.id)
  else await answerConfirmation(context, task.box_id, { id: asked.id, option: chosen })
}

async function toWork({ store, settings }: Context, task: Task): Promise<Work> {
  const isOpen = task.ended_at === null
  const [messages, session, pending] = await Promise.all([
    listMessagesOfTask(store, task.id),
    findSession(store, task.session_id, task.box_id),
    isOpen ? listPendingConfirmations(store, task.id) : [],
  ])
  if (!session) throw noSuchSession(task.box_id)
  return {
    id: task.id,
    status: isOpen ? 'working' : endOf(task),
    note: noteOfStatus(pending.length > 0 ? 'input_required' : task.status),
    questions: pending.toReversed().map(({ id, title, options }) => ({ id, title, options })),
    createdAt: task.created_at,
    updatedAt: task.ended_at ?? pending[0]?.created_at ?? task.started_at ?? task.created_at,
    output: toPostedRun(answeredBy(messages, { task, session }), settings.baseUrl),
  }
}

/** A run that failed has an answer: its record, with the error. */
function endOf({ status }: Task): Work['status'] {
  return status === 'cancelled' ? 'cancelled' : 'completed'
}

function answeredBy(messages: readonly Message[], { task, session }: { task: Task; session: Session }) {
  const message = messages.find(({ author_type }) => author_type === 'human') as Message
  return { message, task, session, reply: messages.findLast(({ author_type }) => author_type === 'agent') }
}
