import { ApiError } from '#core/ApiError.ts'

/** One piece of work at a time for each owner. */
export type OwnerQueue = {
  /** Runs `work` once everything this owner asked before is done; refuses, without running it, after a long wait. */
  run<Result>(owner: string, work: () => Promise<Result>): Promise<Result>
}

type Turn = { begin(): void }

const WAIT_MAX_MS = 10_000

/**
 * Where a burst of one owner waits before it takes a connection: what locks by owner would otherwise wait inside its
 * transaction, and a few dozen of them would hold every connection of the pool.
 */
export function createOwnerQueue(waitMaxMs = WAIT_MAX_MS): OwnerQueue {
  const queues = new Map<string, Set<Turn>>()
  return {
    async run(owner, work) {
      const waiting = queues.get(owner)
      if (waiting) await turnIn(waiting, waitMaxMs)
      else queues.set(owner, new Set())
      try {
        return await work()
      } finally {
        passOn(queues, owner)
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
  const turn = {
    begin() {
      clearTimeout(giveUp)
      resolve()
    },
  }
  waiting.add(turn)
  return promise
}

function passOn(queues: Map<string, Set<Turn>>, owner: string): void {
  const waiting = queues.get(owner)
  const [next] = waiting ?? []
  if (!next) queues.delete(owner)
  else {
    waiting?.delete(next)
    next.begin()
  }
}

function tooMany(): ApiError {
  const message = 'Too many of your changes wait for each other. Send fewer at once, and try again in a moment.'
  return new ApiError('resource_exhausted', message, { headers: { 'retry-after': '1' } })
}
