/** How many blocks a query for logs spans: as many as the node answers, as few as it must be. */
export type RangeSize = { size: number }

const START = 2_000
const MAX = 100_000
/** More logs than this make a transaction too long. */
const LOGS_MAX = 20_000

export function create(): RangeSize {
  return { size: START }
}

/** The answer came: a sparse range may be followed by a longer one, a full one by a shorter one. */
export function adapt(rangeSize: RangeSize, logs: number): void {
  if (logs > LOGS_MAX) rangeSize.size = Math.max(1, Math.floor((rangeSize.size * LOGS_MAX) / logs))
  else if (logs < LOGS_MAX / 2) rangeSize.size = Math.min(MAX, Math.ceil(rangeSize.size * 1.5))
}

/** The answer was too much for the node; false when nothing smaller can be asked for. */
export function halve(rangeSize: RangeSize): boolean {
  if (rangeSize.size === 1) return false
  rangeSize.size = Math.floor(rangeSize.size / 2)
  return true
}
