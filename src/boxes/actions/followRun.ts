import type { Update } from '#boxes/acp/describeUpdate.ts'
import type { Context } from '#boxes/Context.ts'
import { type AgentRun, hasEnded, isSettled, type RunCard, type RunStatus, type RunUpdate } from '#core/AgentRun.ts'
import type { Call } from '#core/Operation.ts'
import { requireTask, toRun } from './runRecords.ts'

const PAGE = 200

/** Yields the updates of one run from the events of its session, until the run settles or the caller leaves. */
export async function* followRun(
  context: Context,
  { run, after }: { run: AgentRun; after: number },
  call: Call,
): AsyncGenerator<RunUpdate> {
  for await (const events of followEvents(context, { sessionId: run.contextId, after }, call.signal())) {
    if (yield* updatesOf(context, { events, run }, call)) return
    if (events.length < PAGE && hasEnded(run.status)) return
  }
}

/** Yields pages of the events of a session, also empty ones, until the signal. */
export async function* followEvents(
  { feeds }: Pick<Context, 'feeds'>,
  { sessionId, after }: { sessionId: string; after: number },
  signal: AbortSignal,
): AsyncGenerator<readonly SessionEvent[]> {
  const source = feeds.source(sessionId)
  let wake = () => {}
  using _subscription = source.subscribe(() => wake())
  // From here on the subscription reports every event that the first read below misses.
  await source.refresh()
  signal.addEventListener('abort', () => wake())
  let position = after
  while (!signal.aborted) {
    const woken = Promise.withResolvers<void>()
    wake = woken.resolve
    const events = await source.readAfter(position, PAGE)
    position = events.at(-1)?.seq ?? position
    yield events
    if (events.length < PAGE) await woken.promise
  }
}

/** Yields the updates among the events; returns whether the run has settled. */
async function* updatesOf(
  context: Context,
  { events, run }: { events: readonly SessionEvent[]; run: AgentRun },
  call: Call,
): AsyncGenerator<RunUpdate, boolean> {
  for (const event of events) {
    const update = await toUpdate(context, { event, run }, call)
    if (update) yield update
    if (update?.type === 'status' && isSettled(update.run)) return true
  }
  return false
}

export type SessionEvent = { seq: number; kind: string; body: string }
/** The record in a task event: the run as it was when the event was written. */
type TaskSnapshot = {
  id: string
  status: RunStatus
  createdAt: string
  startedAt: string | null
  endedAt: string | null
}

/** The update an event carries; nothing when it is about another run. */
async function toUpdate(
  context: Context,
  { event, run }: { event: SessionEvent; run: AgentRun },
  call: Call,
): Promise<RunUpdate | undefined> {
  if (event.kind !== 'task') return toOutput(event, run.id)
  const task = JSON.parse(event.body).task as TaskSnapshot
  if (task.id !== run.id) return undefined
  const updatedAt = new Date(task.endedAt ?? task.startedAt ?? task.createdAt)
  const isStale = hasEnded(task.status) || task.status === 'input_required'
  const current = isStale ? await toRun(context, await requireTask(context, run.id, call)) : run
  return { seq: event.seq, type: 'status', run: { ...current, status: task.status, updatedAt } }
}

function toOutput(event: SessionEvent, runId: string): RunUpdate | undefined {
  const { seq } = event
  const update = updateIn(event, runId)
  if (update?.type === 'text') return { seq, type: 'text', text: update.text }
  if (update?.type === 'card') return { seq, type: 'card', card: update.card as RunCard }
  return undefined
}

/** The update of the agent that an event of a run carries. */
export function updateIn({ kind, body }: SessionEvent, runId: string): Update | undefined {
  if (kind !== 'update') return undefined
  const { taskId, update } = JSON.parse(body) as { taskId: string; update: Update }
  return taskId === runId ? update : undefined
}
