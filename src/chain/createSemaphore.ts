import { ProviderFailure } from './failures.ts'

type Waiting = { enter: () => void; refuse: (failure: ProviderFailure) => void }

/** Lets `limit` pieces of work run at a time; the rest waits in line, up to its own time and the line's length. */
export function createSemaphore(
  limit: number,
  lineMax: number,
): <T>(waitMs: number, work: () => Promise<T>) => Promise<T> {
  const line = new Set<Waiting>()
  let running = 0

  /** The place goes straight to the next in line, so that no newcomer slips in between. */
  function leave(): void {
    const [next] = line
    if (next) next.enter()
    else running -= 1
  }

  function wait(waitMs: number): Promise<void> {
    if (line.size >= lineMax) throw new ProviderFailure('queued', 'too many requests wait for a connection')
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => waiting.refuse(new ProviderFailure('queued', 'no connection came free')), waitMs)
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
