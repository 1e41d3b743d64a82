import { setTimeout as delay } from 'node:timers/promises'

const STEP_MS = 50

/** Rejects after `ms` of running time: a pause of this process does not count, because the other side is not late then. */
export async function expireAfter(ms: number): Promise<never> {
  for (let left = ms; left > 0; ) {
    const start = performance.now()
    const step = Math.min(STEP_MS, left)
    await delay(step, undefined, { ref: false })
    left -= Math.min(performance.now() - start, 2 * step)
  }
  throw new Error('timeout exceeded')
}
