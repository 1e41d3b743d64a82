import * as Curve from './Curve.ts'

/** How long an opening lasts, and when it ends, in seconds. */
export type Terms = { seconds: number; endsAt: number }

/** An opening as a block of the time `at` finds it. */
export type Opening = Terms & { at: number; surchargeBps: number }

/**
 * The earliest time that the next block can have: not before the newest block, and not before now. What is worked out
 * for it is the least that a buy gets while nobody else trades, for the surcharge only falls.
 */
export function nextBlockTime(newestBlockTime: number, nowMs: number): number {
  return Math.max(newestBlockTime, Math.floor(nowMs / 1000))
}

/** The same opening at a time. */
export function at({ seconds, endsAt }: Terms, time: number): Opening {
  const elapsed = Math.max(0, seconds - (endsAt - time))
  return { seconds, endsAt, at: time, surchargeBps: Curve.surchargeBps(seconds, elapsed) }
}
