import { ApiError } from '#core/ApiError.ts'

/** One job at a time per owner. */
export type OwnerQueue = {
  /** Runs `work` after all earlier jobs of the owner; refuses it, without running it, after a long wait. */
  run<Result>(owner: string, work: () => Promise<Result>): Promise<Result>
}

type Turn = {
  since: number
  /** Starts the job after `restMs`; from then on it cannot be refused. */
  begin(restMs: number): void
}

const WAIT_MAX_MS = 10_000
/** With more jobs queued, an owner pauses after each job for as long as it ran, leaving half the time to other owners. */
const BACKLOG = 8
const REST_MAX_MS = 10

/**
 * Queues the jobs of an owner before they take a connection: jobs that lock by owner would otherwise wait inside their
 * transactions, and a few dozen of them would hold every pooled connection.
 */
export function createOwnerQueue(waitMaxMs = WAIT_MAX_MS): OwnerQueue {
  const queues = new Map<string, Set<Turn>>()
  return {
    async run(owner, work) {
      const waiting = queues.get(owner)
      if (waiting) await turnIn(waiting, waitMaxMs)
      else queues.set(owner, new Set())
      const startedAt = performance.now()
      try {
        return await work()
      } finally {
        const rest = restAfter(performance.now() - startedAt, queues.get(owner) ?? new Set(), waitMaxMs)
        passOn(queues, owner, rest)
      }
    },
  }
}

function turnIn(waiting: Set<Turn>, waitMaxMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const giveUp = setTimeout(() => {
    waiting.delete(turn)
    reject(tooMany())
  }, waitMaxMs)
  const turn: Turn = {
    since: performance.now(),
    begin(restMs) {
      clearTimeout(giveUp)
      if (restMs > 0) setTimeout(resolve, restMs)
      else resolve()
    },
  }
  waiting.add(turn)
  return promise
}

/** Zero once the first waiting job has used half of its time limit. */
function restAfter(tookMs: number, waiting: Set<Turn>, waitMaxMs: number): number {
  const [next] = waiting
  if (!next || waiting.size <= BACKLOG || performance.now() - next.since > waitMaxMs / 2) return 0
  return Math.min(tookMs, REST_MAX_MS)
}

function passOn(queues: Map<string, Set<Turn>>, owner: string, restMs: number): void {
  const waiting = queues.get(owner)
  const [next] = waiting ?? []
  if (!next) queues.delete(owner)
  else {
    waiting?.delete(next)
    next.begin(restMs)
  }
}

function tooMany(): ApiError {
  const message = 'Too many of your changes are queued. Send fewer at once, and try again in a moment.'
  return new ApiError('resource_exhausted', message, { headers: { 'retry-after': '1' } })
}
