/** Limits concurrent starts; the rest wait in order. */
export type StartGate = <Started>(start: () => Promise<Started>) => Promise<Started>

/** A start uses most of a processor for a moment, so a burst of them would slow down everything else. */
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
