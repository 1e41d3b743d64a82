import type { BoxMessage, BoxTask, Card, Confirmation, Conversation } from '../../api/boxes.ts'
import type { StreamEvent } from '../../live/eventStream.ts'

/** An action of the agent while it answers. */
export type Step = { id: string; title: string; status: string }
/** An answer as it is written. */
export type Run = { task: BoxTask; text: string; steps: readonly Step[]; cards: readonly Card[] }
export type Talk = {
  messages: readonly BoxMessage[]
  runs: readonly Run[]
  confirmations: readonly Confirmation[]
}

export const NO_TALK: Talk = { messages: [], runs: [], confirmations: [] }

type Update =
  | { type: 'text'; text: string }
  | { type: 'thought'; text: string }
  | { type: 'card'; card: Card }
  | { type: 'step'; stepId: string; title?: string; status?: string }
  | { type: 'plan' }

/** The messages, and the runs under way. */
export function talkOf({ messages, tasks }: Conversation, confirmations: readonly Confirmation[]): Talk {
  return { messages, runs: tasks.filter(isOpen).map(begun), confirmations }
}

/** From which event on a conversation is followed, so that an answer under way is heard from its beginning. */
export function startOf({ session, messages, tasks }: Conversation): number {
  const asked = new Set(tasks.filter(isOpen).map(({ messageId }) => messageId))
  const first = messages.filter(({ id }) => asked.has(id)).map(({ seq }) => seq)
  return Math.min(session.lastSeq, ...first)
}

/** Whether the agent is working, or will be. */
export function isOpen({ status }: Pick<BoxTask, 'status'>): boolean {
  return status === 'queued' || status === 'running' || status === 'input_required'
}

/** The talk after an event; one that was heard before changes nothing. */
export function heard(talk: Talk, { kind, data }: StreamEvent): Talk {
  if (kind === 'message') return said(talk, (data as { message: BoxMessage }).message)
  if (kind === 'task') return withTask(talk, (data as { task: BoxTask }).task)
  if (kind === 'confirmation') return asked(talk, (data as { confirmation: Confirmation }).confirmation)
  if (kind !== 'update') return talk
  const { taskId, update } = data as { taskId: string; update: Update }
  return { ...talk, runs: talk.runs.map((run) => (run.task.id === taskId ? updated(run, update) : run)) }
}

export function said(talk: Talk, message: BoxMessage): Talk {
  if (talk.messages.some(({ id }) => id === message.id)) return talk
  return { ...talk, messages: [...talk.messages, message].toSorted((a, b) => a.seq - b.seq) }
}

export function withTask(talk: Talk, task: BoxTask): Talk {
  if (!isOpen(task)) talk = { ...talk, confirmations: talk.confirmations.filter(({ taskId }) => taskId !== task.id) }
  const known = talk.runs.some((run) => run.task.id === task.id)
  const answered = talk.messages.some(({ taskId, authorType }) => taskId === task.id && authorType === 'agent')
  if (!known) return isOpen(task) && !answered ? { ...talk, runs: [...talk.runs, begun(task)] } : talk
  return { ...talk, runs: talk.runs.map((run) => (run.task.id === task.id ? { ...run, task } : run)) }
}

function begun(task: BoxTask): Run {
  return { task, text: '', steps: [], cards: [] }
}

function asked(talk: Talk, confirmation: Confirmation): Talk {
  const others = talk.confirmations.filter(({ id }) => id !== confirmation.id)
  return { ...talk, confirmations: [...others, confirmation] }
}

function updated(run: Run, update: Update): Run {
  if (update.type === 'text') return { ...run, text: run.text + update.text }
  if (update.type === 'card') return { ...run, cards: [...run.cards, update.card] }
  if (update.type !== 'step') return run
  const { stepId: id, title, status } = update
  const before = run.steps.find((step) => step.id === id)
  const step = { id, title: title ?? before?.title ?? '', status: status ?? before?.status ?? 'pending' }
  const steps = before ? run.steps.map((one) => (one.id === id ? step : one)) : [...run.steps, step]
  return { ...run, steps }
}
