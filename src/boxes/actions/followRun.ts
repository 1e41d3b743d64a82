import type { Update } from '#boxes/acp/describeUpdate.ts'
import type { BoxContext } from '#boxes/Context.ts'
import { type AgentRun, hasEnded, isSettled, type RunCard, type RunStatus, type RunUpdate } from '#core/AgentRun.ts'
import type { Call } from '#core/Operation.ts'
import { requireTask, toRun } from './runRecords.ts'

const PAGE = 200

type Following = { run: AgentRun; after: number }

/** Reads the session's numbered events and keeps those of one run. */
export async function* followRun(
  context: BoxContext,
  { run, after }: Following,
  call: Call,
): AsyncGenerator<RunUpdate> {
  const source = context.feeds.source(run.contextId)
  let wake = () => {}
  using _subscription = source.subscribe(() => wake())
  // From here on the subscription reports every event that the first read below misses.
  await source.refresh()
  const signal = call.signal()
  signal.addEventListener('abort', () => wake())
  let position = after
  while (!signal.aborted) {
    const woken = Promise.withResolvers<void>()
    wake = woken.resolve
    const events = await source.readAfter(position, PAGE)
    position = events.at(-1)?.seq ?? position
    if (yield* tellAll(context, { events, run }, call)) return
    if (events.length === PAGE) continue
    if (hasEnded(run.status)) return
    await woken.promise
  }
}

/** Tells what is about the run, and answers whether it has come to rest. */
async function* tellAll(
  context: BoxContext,
  { events, run }: { events: readonly Event[]; run: AgentRun },
  call: Call,
): AsyncGenerator<RunUpdate, boolean> {
  for (const event of events) {
    const update = await tell(context, { event, run }, call)
    if (update) yield update
    if (update?.type === 'status' && isSettled(update.run)) return true
  }
  return false
}

type Event = { seq: number; kind: string; body: string }
/** A run as its event has it: told again later, it is as it was then. */
type Told = { id: string; status: RunStatus; createdAt: string; startedAt: string | null; endedAt: string | null }
type About = { event: Event; run: AgentRun }

/** What an event of the session says about the run; nothing where it is about another. */
async function tell(context: BoxContext, { event, run }: About, call: Call): Promise<RunUpdate | undefined> {
  if (event.kind !== 'task') return toUpdate(event, run.id)
  const told = JSON.parse(event.body).task as Told
  if (told.id !== run.id) return undefined
  const updatedAt = new Date(told.endedAt ?? told.startedAt ?? told.createdAt)
  const isNews = hasEnded(told.status) || told.status === 'input_required'
  const now = isNews ? await toRun(context, await requireTask(context, run.id, call)) : run
  return { seq: event.seq, type: 'status', run: { ...now, status: told.status, updatedAt } }
}

function toUpdate({ seq, kind, body }: Event, runId: string): RunUpdate | undefined {
  if (kind !== 'update') return undefined
  const told = JSON.parse(body) as { taskId: string; update: Update }
  if (told.taskId !== runId) return undefined
  if (told.update.type === 'text') return { seq, type: 'text', text: told.update.text }
  if (told.update.type === 'card') return { seq, type: 'card', card: told.update.card as RunCard }
  return undefined
}
