import * as Curve from './Curve.ts'

/** Length and end of an opening, in seconds. */
export type Terms = { seconds: number; endsAt: number }

/** An opening in a block of time `at`. */
export type Opening = Terms & { at: number; surchargeBps: number }

/**
 * The earliest time of the next block: the newest block's time or now, whichever is later. A quote for it is a lower
 * bound while no one else trades, because the surcharge only falls.
 */
export function nextBlockTime(newestBlockTime: number, nowMs: number): number {
  return Math.max(newestBlockTime, Math.floor(nowMs / 1000))
}

export function at({ seconds, endsAt }: Terms, time: number): Opening {
  const elapsed = Math.max(0, seconds - (endsAt - time))
  return { seconds, endsAt, at: time, surchargeBps: Curve.surchargeBps(seconds, elapsed) }
}
