import type { StreamResponse } from '@a2a-js/sdk'
import { type AgentRun, type AgentRuns, hasEnded, isSettled, type RunUpdate } from '#core/AgentRun.ts'
import type { Call } from '#core/Operation.ts'
import { lastChunk, toStreamResponse, toTask } from './toTask.ts'

type Events = AsyncGenerator<StreamResponse, void, undefined>

/** The task, then its updates; a reader that was cut off continues after the last number it received. */
export async function* streamRun(runs: AgentRuns, run: AgentRun, call: Call): Events {
  const seen = lastEventId(call)
  if (seen === undefined && hasEnded(run.status)) return yield asTask(run)
  const after = Math.max(seen ?? 0, run.question.seq)
  const { status, rest } = await startOf(runs, { run, after, isResumed: seen !== undefined }, call)
  if (rest === undefined) return yield asTask(run)
  yield asTask({ ...run, status, reply: undefined })
  yield* updates(run, { after, isResumed: seen !== undefined, rest })
}

function lastEventId({ raw }: Call): number | undefined {
  const header = raw.headers.get('last-event-id')
  if (header === null) return undefined
  return Number.isSafeInteger(Number(header)) ? Number(header) : 0
}

type Start = { run: AgentRun; after: number; isResumed: boolean }

/**
 * The initial status, so that no later update goes back, and all updates of the run; nothing if the reader has seen all
 * of them.
 */
async function startOf(
  runs: AgentRuns,
  { run, after, isResumed }: Start,
  call: Call,
): Promise<{ status: AgentRun['status']; rest: AsyncIterable<RunUpdate> | undefined }> {
  const all = runs.follow(run, run.question.seq, call)
  if (!isResumed) return { status: run.status, rest: all }
  if (!hasEnded(run.status)) return { status: after > run.question.seq ? 'running' : 'queued', rest: all }
  const known = await Array.fromAsync(all)
  const past = known.filter(({ seq }) => seq <= after).findLast(({ type }) => type === 'status')
  const isOver = known.every(({ seq }) => seq <= after)
  return { status: past?.type === 'status' ? past.run.status : 'queued', rest: isOver ? undefined : from(known) }
}

async function* from(known: readonly RunUpdate[]): AsyncGenerator<RunUpdate> {
  yield* known
}

type Reading = { after: number; isResumed: boolean; rest: AsyncIterable<RunUpdate> }

/** Every chunk extends the one artifact that the first chunk starts; the end of the run closes it. */
async function* updates(run: AgentRun, { after, isResumed, rest }: Reading): Events {
  let isStarted = false
  for await (const update of rest) {
    const isChunk = update.type !== 'status'
    const append = isChunk && isStarted
    isStarted ||= isChunk
    if (update.seq <= after || isPast(update, run, isResumed)) continue
    if (isStarted && update.type === 'status' && hasEnded(update.run.status)) yield lastChunk(run)
    yield toStreamResponse(run, update, append)
  }
}

const RANK: Record<AgentRun['status'], number> = {
  queued: 0,
  running: 1,
  input_required: 1,
  completed: 2,
  failed: 2,
  cancelled: 2,
}

/** Whether the task at the start of the stream already includes the update; an answered question is not repeated. */
function isPast(update: RunUpdate, run: AgentRun, isResumed: boolean): boolean {
  if (update.type !== 'status') return false
  if (update.run.status === 'input_required' && update.run.asked === undefined) return true
  return !isResumed && (isSettled(run) || RANK[update.run.status] < RANK[run.status])
}

function asTask(run: AgentRun): StreamResponse {
  return { payload: { $case: 'task', value: toTask(run) } }
}
