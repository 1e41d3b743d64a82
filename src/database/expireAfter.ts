import { setTimeout as delay } from 'node:timers/promises'

const STEP_MS = 50

/** Rejects after so many milliseconds in which this process was running: in a standstill of our own nobody else is late. */
export async function expireAfter(ms: number): Promise<never> {
  for (let left = ms; left > 0; ) {
    const start = performance.now()
    const step = Math.min(STEP_MS, left)
    await delay(step, undefined, { ref: false })
    left -= Math.min(performance.now() - start, 2 * step)
  }
  throw new Error('timeout exceeded')
}
