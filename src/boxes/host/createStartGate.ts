import { setTimeout as delay } from 'node:timers/promises'

/** Limits concurrent starts; the rest wait in order. */
export type StartGate = <Started>(start: () => Promise<Started>) => Promise<Started>

const SLOT_MS = 5_000

/**
 * A start uses most of a processor for a moment, so a burst of them would slow down everything else. A start that takes
 * longer than `slotMs` only waits, and gives its slot to the next.
 */
export function createStartGate(max: number, slotMs = SLOT_MS): StartGate {
  const waiting: (() => void)[] = []
  let open = max
  return async (start) => {
    if (open > 0) open--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    const started = start()
    try {
      await Promise.race([started, delay(slotMs, undefined, { ref: false })])
    } finally {
      const next = waiting.shift()
      if (next) next()
      else open++
    }
    return started
  }
}
