import type { ShowCard } from '#boxes/authority/proposalCard.ts'
import { BOXES_CHANNEL } from '#boxes/live/sessionFeeds.ts'
import { type Box, pauseIfIdle, releaseBox, updateBox } from '#boxes/store/boxes.ts'
import { appendLog } from '#boxes/store/logs.ts'
import { purgeBox } from '#boxes/store/purgeBox.ts'
import { listOpenTasks } from '#boxes/store/tasks.ts'
import { attachAgent, prepareBox, saveFiles, takeAgent } from './attachAgent.ts'
import type { Runtime } from './createRuntime.ts'
import { endTasks } from './endTasks.ts'
import type { HostOptions } from './HostOptions.ts'

export type ReconcilerOptions = HostOptions & { hostId: string }

/** One box on this host: reconciles it with its desired state. */
export type BoxReconciler = {
  runtime(): Runtime | undefined
  /** Takes the current row of the box and acts on its desired state, expiry and idle time. */
  reconcile(box: Box): void
  /** Saves its files and releases it, so that any host can claim it. */
  shutDown(): Promise<void>
  /** Ends its process and writes nothing: another host runs the box. */
  drop(): Promise<void>
}

const BACKOFF_MS = 500
const BACKOFF_MAX_MS = 60_000
/** An agent that ran this long has no crashes to count. */
const HEALTHY_MS = 60_000
const CRASHES_MAX = 5

type State = {
  options: ReconcilerOptions
  box: Box
  runtime: Runtime | undefined
  /** Consecutive crashes. */
  crashes: number
  readyAt: number
  isLeaving: boolean
  /** Aborted once the box is no longer to be started. */
  starting: AbortController
  /** The queue of steps; they run one after the other. */
  work: Promise<void>
}

/** Starts the box and keeps it running until its desired state changes. */
export function createBoxReconciler(options: ReconcilerOptions, box: Box): BoxReconciler {
  const state: State = {
    options,
    box,
    runtime: undefined,
    crashes: 0,
    readyAt: 0,
    isLeaving: false,
    starting: new AbortController(),
    work: Promise.resolve(),
  }
  void enqueue(state, () => start(state))
  return {
    runtime: () => state.runtime,
    reconcile: (next) => reconcile(state, next),
    shutDown: () => end(state, SHUTDOWN, 'The service stopped. The box resumes when it starts again.'),
    async drop() {
      state.isLeaving = true
      state.starting.abort()
      await state.work
      await state.runtime?.[Symbol.asyncDispose]()
    },
  }
}

function enqueue(state: State, step: () => Promise<void>): Promise<void> {
  const { log } = state.options.database
  state.work = state.work
    .then(step)
    .catch((err) => log.warn({ err, boxId: state.box.id }, 'failed to reconcile box with its desired state'))
  return state.work
}

function note({ options, box }: State, line: string): Promise<void> {
  const { store, hostId } = options
  return appendLog(store, { boxId: box.id, hostId }, [{ source: 'service', line }]).catch(() => {})
}

async function start(state: State): Promise<void> {
  const { options, box } = state
  if (state.isLeaving) return
  try {
    const startedAt = performance.now()
    const { runtime, isWarm } = await startRuntime(state)
    state.runtime = runtime
    state.readyAt = performance.now()
    void runtime.exited.then(() => enqueue(state, () => crashed(state, runtime)))
    const { isolation } = options.driver
    const change = { status: 'ready', status_reason: null, paused_by: null, isolation } as const
    await updateBox(options.store, { id: box.id, hostId: options.hostId }, change)
    options.database.notify(BOXES_CHANNEL)
    const ms = Math.round(performance.now() - startedAt)
    await note(state, `Ready in ${ms} ms${isWarm ? ', from the warm pool' : ''}.`)
  } catch (error) {
    // A cancelled start is followed by the step that cancelled it.
    if (state.starting.signal.aborted) return
    await failed(state, error instanceof Error ? error.message : 'The agent failed to start.')
  }
}

/** An agent that cannot be attached, for example because its files do not fit, is ended. */
async function startRuntime(state: State): Promise<{ runtime: Runtime; isWarm: boolean }> {
  const { options, box, starting } = state
  await using owned = new AsyncDisposableStack()
  const show: ShowCard = (sessionId, card) => state.runtime?.show(sessionId, card) ?? false
  const { started, isWarm } = await takeAgent(options, box, { signal: starting.signal, show })
  owned.use(started)
  if (isWarm) await prepareBox(options, { box, process: started.process, show })
  const runtime = attachAgent(options, { box, started })
  owned.move()
  return { runtime, isWarm }
}

/** Restarts an agent that ended by itself, with its files. */
async function crashed(state: State, ended: Runtime): Promise<void> {
  if (state.isLeaving || state.runtime !== ended) return
  const { code, signal, reason } = await ended.exited
  state.runtime = undefined
  if (performance.now() - state.readyAt > HEALTHY_MS) state.crashes = 0
  await ended.abandon({ error: 'The agent ended during the run. Send the message again.' })
  await keepFiles(state, ended)
  await ended[Symbol.asyncDispose]()
  await failed(state, `The agent ended with ${signal ?? `code ${code}`}${reason ? `: ${reason}` : '.'}`)
}

async function failed(state: State, message: string): Promise<void> {
  const { options, box } = state
  const reason = message.slice(0, 500)
  const ids = { id: box.id, hostId: options.hostId }
  state.crashes++
  if (state.crashes >= CRASHES_MAX) {
    state.isLeaving = true
    await note(state, `${reason} Gave up after ${state.crashes} starts.`)
    await updateBox(options.store, ids, { status: 'error', status_reason: reason, host_id: null, wanted: 'stopped' })
    await endTasks(options, await listOpenTasks(options.store, box.id), { status: 'failed', error: reason })
  } else {
    const waitMs = Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** (state.crashes - 1))
    await note(state, `${reason} Restarting in ${waitMs / 1000} s.`)
    const restarts = box.restarts + state.crashes
    await updateBox(options.store, ids, { status: 'creating', status_reason: reason, restarts })
    setTimeout(() => void enqueue(state, () => start(state)), waitMs).unref()
  }
  options.database.notify(BOXES_CHANNEL)
}

async function keepFiles(state: State, runtime: Runtime): Promise<void> {
  await saveFiles(state.options, state.box, runtime).catch(() => note(state, 'The files could not be saved.'))
}

type Release = Parameters<typeof releaseBox>[2]

const SHUTDOWN: Release = { status: 'paused', paused_by: 'shutdown' }
const EXPIRED: Release = { status: 'stopped', wanted: 'stopped' }

function end(state: State, release: Release, reason: string): Promise<void> {
  state.starting.abort()
  return enqueue(state, () => leave(state, release, reason))
}

/** Cancels its runs, saves its files, ends its process and releases the box. */
async function leave(state: State, release: Release, reason: string): Promise<void> {
  const { options, box, runtime } = state
  if (state.isLeaving) return
  state.isLeaving = true
  state.runtime = undefined
  const isDeleted = release.status === 'deleted'
  if (runtime) {
    await runtime.abandon({ cancelled: reason })
    if (!isDeleted) await keepFiles(state, runtime)
    await runtime[Symbol.asyncDispose]()
  }
  if (!isDeleted) await note(state, reason)
  const released = await releaseBox(options.store, { id: box.id, hostId: options.hostId, reason }, release)
  if (released?.wanted === 'deleted') await purgeBox(options.store, box.id)
  if (released?.wanted === 'stopped')
    await endTasks(options, await listOpenTasks(options.store, box.id), { status: 'cancelled', stop_reason: reason })
  options.database.notify(BOXES_CHANNEL)
}

/** Pauses an idle box, unless a message has arrived in the meantime. */
async function pauseIdle(state: State): Promise<void> {
  const { options, box } = state
  if (state.isLeaving || !(await pauseIfIdle(options.store, { id: box.id, hostId: options.hostId }))) return
  await leave(state, { status: 'paused' }, `The box was idle for ${box.idle_seconds} s.`)
}

function reconcile(state: State, box: Box): void {
  state.box = box
  if (state.isLeaving) return
  const reason = box.status_reason
  if (box.wanted === 'paused') void end(state, { status: 'paused' }, reason ?? 'The box was paused.')
  else if (box.wanted === 'stopped') void end(state, { status: 'stopped' }, reason ?? 'The box was stopped.')
  else if (box.wanted === 'deleted') void end(state, { status: 'deleted' }, 'The box was deleted.')
  else if (box.expires_at.getTime() <= Date.now()) void end(state, EXPIRED, 'The box expired.')
  else if (isIdle(state)) void enqueue(state, () => pauseIdle(state))
}

function isIdle({ box, runtime }: State): boolean {
  if (!runtime || box.keep_alive) return false
  return performance.now() - runtime.activeAt() > box.idle_seconds * 1000
}
