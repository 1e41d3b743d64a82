/** The block span of a log query, adapted to the capacity of the node. */
export type RangeSize = { size: number }

const START = 2_000
const MAX = 100_000
/** More logs than this make a transaction too long. */
const LOGS_MAX = 20_000

export function create(): RangeSize {
  return { size: START }
}

/** Grows the range after a sparse answer, and shrinks it after a full one. */
export function adapt(rangeSize: RangeSize, logs: number): void {
  if (logs > LOGS_MAX) rangeSize.size = Math.max(1, Math.floor((rangeSize.size * LOGS_MAX) / logs))
  else if (logs < LOGS_MAX / 2) rangeSize.size = Math.min(MAX, Math.ceil(rangeSize.size * 1.5))
}

/** Halves the range after a refusal; false if it is a single block already. */
export function halve(rangeSize: RangeSize): boolean {
  if (rangeSize.size === 1) return false
  rangeSize.size = Math.floor(rangeSize.size / 2)
  return true
}
