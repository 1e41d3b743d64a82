import { ProviderFailure } from './failures.ts'

type Waiting = { enter: () => void; refuse: (failure: ProviderFailure) => void }

/** Runs at most `limit` jobs at a time; up to `lineMax` others wait, each for its own `waitMs`. */
export function createSemaphore(
  limit: number,
  lineMax: number,
): <T>(waitMs: number, work: () => Promise<T>) => Promise<T> {
  const line = new Set<Waiting>()
  let running = 0

  /** Hands the slot to the next in line, so that a newcomer cannot overtake it. */
  function leave(): void {
    const [next] = line
    if (next) next.enter()
    else running -= 1
  }

  function wait(waitMs: number): Promise<void> {
    if (line.size >= lineMax) throw new ProviderFailure('queued', 'too many requests are waiting for a connection')
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => waiting.refuse(new ProviderFailure('queued', 'no connection became free in time')),
        waitMs,
      )
      const waiting: Waiting = {
        enter: () => done(resolve),
        refuse: (failure) => done(() => reject(failure)),
      }
      function done(settle: () => void): void {
        clearTimeout(timer)
        line.delete(waiting)
        settle()
      }
      line.add(waiting)
    })
  }

  return async (waitMs, work) => {
    if (running < limit) running += 1
    else await wait(waitMs)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
