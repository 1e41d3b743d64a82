import type { Update } from '#boxes/acp/describeUpdate.ts'
import type { Context } from '#boxes/Context.ts'
import { listMessagesOfTask } from '#boxes/store/messages.ts'
import type { Task } from '#boxes/store/tasks.ts'
import { hasEnded, type RunStatus } from '#core/AgentRun.ts'
import { followEvents, type SessionEvent, updateIn } from './followRun.ts'

const NOTES: Readonly<Record<RunStatus, string>> = {
  queued: 'The run waits for its turn.',
  running: 'The agent is running.',
  input_required: 'The agent asks a person for permission.',
  completed: 'The agent has replied.',
  failed: 'The run has failed.',
  cancelled: 'The run was cancelled.',
}

export function noteOfStatus(status: RunStatus): string {
  return NOTES[status]
}

/** The progress of a run in words, until it ends or asks something. */
export async function* followNotes(context: Context, task: Task, signal: AbortSignal): AsyncGenerator<string> {
  const [question] = await listMessagesOfTask(context.store, task.id)
  const from = { sessionId: task.session_id, after: question?.seq ?? 0 }
  for await (const { note, isLast } of notesOf(followEvents(context, from, signal), task.id)) {
    yield note
    if (isLast) return
  }
}

type Note = { note: string; isLast: boolean }

async function* notesOf(pages: AsyncIterable<readonly SessionEvent[]>, taskId: string): AsyncGenerator<Note> {
  let written = 0
  for await (const event of flat(pages)) {
    const status = statusIn(event, taskId)
    if (status !== undefined) yield { note: NOTES[status], isLast: hasEnded(status) || status === 'input_required' }
    const update = updateIn(event, taskId)
    if (update?.type === 'text') written += update.text.length
    const note = update && noteOf(update, written)
    if (note !== undefined) yield { note, isLast: false }
  }
}

async function* flat<Item>(pages: AsyncIterable<readonly Item[]>): AsyncGenerator<Item> {
  for await (const page of pages) yield* page
}

function statusIn({ kind, body }: SessionEvent, taskId: string): RunStatus | undefined {
  if (kind !== 'task') return undefined
  const { task } = JSON.parse(body) as { task: { id: string; status: RunStatus } }
  return task.id === taskId ? task.status : undefined
}

function noteOf(update: Update, written: number): string | undefined {
  if (update.type === 'step') return update.title
  if (update.type === 'text') return `The agent has written ${written} characters.`
  if (update.type !== 'plan') return undefined
  const done = update.entries.filter(({ status }) => status === 'completed').length
  return `The agent has done ${done} of ${update.entries.length} steps of its plan.`
}
