/** Lets only so many starts happen at once; the others wait their turn, in order. */
export type StartGate = <Started>(start: () => Promise<Started>) => Promise<Started>

/** A start takes most of a processor for a moment: many at once would only make each other, and everybody else, wait. */
export function createStartGate(max: number): StartGate {
  const waiting: (() => void)[] = []
  let open = max
  return async (start) => {
    if (open > 0) open--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await start()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else open++
    }
  }
}
