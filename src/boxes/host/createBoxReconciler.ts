import { BOXES_CHANNEL } from '#boxes/live/sessionFeeds.ts'
import { type Box, updateBox } from '#boxes/store/boxes.ts'
import { appendLog } from '#boxes/store/logs.ts'
import { purgeBox } from '#boxes/store/purgeBox.ts'
import type { PausedBy } from '#boxes/store/tables.ts'
import { furnish, saveFiles, takeAgent } from './attachAgent.ts'
import type { Runtime } from './createRuntime.ts'
import type { HostOptions } from './HostOptions.ts'

export type KeeperOptions = HostOptions & { hostId: string }

/** One box on this host: brings it to where it is wanted. */
export type BoxKeeper = {
  runtime(): Runtime | undefined
  /** Looks at what the box is wanted to be now, and at its time. */
  follow(box: Box): void
  /** Saves its files and lets it go, to be taken up again by any host. */
  shutDown(): Promise<void>
  /** Ends it without a word: another host has it. */
  drop(): Promise<void>
}

const BACKOFF_MS = 500
const BACKOFF_MAX_MS = 60_000
const HEALTHY_MS = 60_000
const CRASHES_MAX = 5

type Keeping = {
  options: KeeperOptions
  box: Box
  runtime: Runtime | undefined
  /** Ends in a row, none of them after a healthy while. */
  crashes: number
  startedAt: number
  isLeaving: boolean
  /** What is being done to the box, one thing after the other. */
  work: Promise<void>
}

/** Starts the box and keeps it at work until it is wanted otherwise. */
export function createBoxKeeper(options: KeeperOptions, box: Box): BoxKeeper {
  const keeping: Keeping = {
    options,
    box,
    runtime: undefined,
    crashes: 0,
    startedAt: 0,
    isLeaving: false,
    work: Promise.resolve(),
  }
  void enqueue(keeping, () => start(keeping))
  return {
    runtime: () => keeping.runtime,
    follow: (next) => follow(keeping, next),
    shutDown: () => pause(keeping, 'shutdown', 'The service was stopped; the box goes on when it is started again.'),
    async drop() {
      keeping.isLeaving = true
      await keeping.work
      await keeping.runtime?.[Symbol.asyncDispose]()
    },
  }
}

function enqueue(keeping: Keeping, step: () => Promise<void>): Promise<void> {
  const { log } = keeping.options.database
  keeping.work = keeping.work
    .then(step)
    .catch((err) => log.warn({ err, boxId: keeping.box.id }, 'a box could not be brought where it is wanted'))
  return keeping.work
}

function note({ options, box }: Keeping, line: string): Promise<void> {
  const { store, hostId } = options
  return appendLog(store, { boxId: box.id, hostId }, [{ source: 'service', line }]).catch(() => {})
}

async function start(keeping: Keeping): Promise<void> {
  const { options, box } = keeping
  if (keeping.isLeaving) return
  try {
    const begun = performance.now()
    const { started, isWarm } = await takeAgent(options, box)
    const runtime = await furnish(options, { box, started })
    keeping.runtime = runtime
    keeping.startedAt = performance.now()
    void runtime.exited.then(() => enqueue(keeping, () => crashed(keeping, runtime)))
    const reached = {
      status: 'ready',
      status_reason: null,
      paused_by: null,
      isolation: options.driver.isolation,
    } as const
    await updateBox(options.store, { id: box.id, hostId: options.hostId }, reached)
    options.database.notify(BOXES_CHANNEL)
    const ms = Math.round(performance.now() - begun)
    await note(keeping, `Ready in ${ms} ms${isWarm ? ', from an agent that was started ahead' : ''}.`)
  } catch (error) {
    await failed(keeping, error instanceof Error ? error.message : 'The agent could not be started.')
  }
}

/** An agent that ended by itself is started again, with what it had written. */
async function crashed(keeping: Keeping, ended: Runtime): Promise<void> {
  if (keeping.isLeaving || keeping.runtime !== ended) return
  const { code, signal, reason } = await ended.exited
  keeping.runtime = undefined
  if (performance.now() - keeping.startedAt > HEALTHY_MS) keeping.crashes = 0
  await ended.abandon({ error: 'The agent ended while it was at work. Send the message again.' })
  await keepFiles(keeping, ended)
  await ended[Symbol.asyncDispose]()
  await failed(keeping, `The agent ended with ${signal ?? `code ${code}`}${reason ? `: ${reason}` : '.'}`)
}

async function failed(keeping: Keeping, given: string): Promise<void> {
  const { options, box } = keeping
  const reason = given.slice(0, 500)
  const place = { id: box.id, hostId: options.hostId }
  keeping.crashes++
  if (keeping.crashes >= CRASHES_MAX) {
    keeping.isLeaving = true
    await note(keeping, `${reason} It was started ${keeping.crashes} times; no further try is made.`)
    await updateBox(options.store, place, { status: 'error', status_reason: reason, host_id: null, wanted: 'stopped' })
  } else {
    const waitMs = Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** (keeping.crashes - 1))
    await note(keeping, `${reason} It is started again in ${waitMs / 1000} s.`)
    const restarts = box.restarts + keeping.crashes
    await updateBox(options.store, place, { status: 'creating', status_reason: reason, restarts })
    setTimeout(() => void enqueue(keeping, () => start(keeping)), waitMs).unref()
  }
  options.database.notify(BOXES_CHANNEL)
}

async function keepFiles(keeping: Keeping, runtime: Runtime): Promise<void> {
  await saveFiles(keeping.options, keeping.box, runtime).catch(() => note(keeping, 'Its files could not be saved.'))
}

/** Ends the process; what it wrote is kept, and what it had at work is cancelled. */
async function leave(keeping: Keeping, change: Partial<Box>, reason: string): Promise<void> {
  const { options, box, runtime } = keeping
  if (keeping.isLeaving) return
  keeping.isLeaving = true
  keeping.runtime = undefined
  const isDeleted = change.status === 'deleted'
  if (runtime) {
    await runtime.abandon({ cancelled: reason })
    if (!isDeleted) await keepFiles(keeping, runtime)
    await runtime[Symbol.asyncDispose]()
  }
  if (isDeleted) await purgeBox(options.store, box.id)
  else await note(keeping, reason)
  await options.store
    .updateTable('boxes')
    .set({ ...change, status_reason: reason, host_id: null, updated_at: new Date() } as never)
    .where('id', '=', box.id)
    .where('host_id', '=', options.hostId)
    .execute()
  options.database.notify(BOXES_CHANNEL)
}

function pause(keeping: Keeping, by: PausedBy, reason: string): Promise<void> {
  const change: Partial<Box> = { status: 'paused', paused_by: by }
  // What was only interrupted is wanted as before.
  if (by !== 'shutdown') change.wanted = 'paused'
  return enqueue(keeping, () => leave(keeping, change, reason))
}

function follow(keeping: Keeping, box: Box): void {
  keeping.box = box
  if (keeping.isLeaving) return
  const reason = box.status_reason
  const end = (change: Partial<Box>, words: string) => void enqueue(keeping, () => leave(keeping, change, words))
  if (box.wanted === 'paused') void pause(keeping, box.paused_by ?? 'caller', reason ?? 'It was paused.')
  else if (box.wanted === 'stopped') end({ status: 'stopped' }, reason ?? 'It was stopped.')
  else if (box.wanted === 'deleted') end({ status: 'deleted' }, 'It was deleted.')
  else if (box.expires_at.getTime() <= Date.now()) end({ status: 'stopped', wanted: 'stopped' }, 'Its time is over.')
  else if (isIdle(keeping)) void pause(keeping, 'idle', `It had nothing to do for ${box.idle_seconds} s.`)
}

function isIdle({ box, runtime }: Keeping): boolean {
  if (!runtime || box.keep_alive) return false
  return performance.now() - runtime.activeAt() > box.idle_seconds * 1000
}
