/** How many blocks a query for logs spans: as many as the node answers, as few as it must be. */
export type Range = { size: number }

const START = 2_000
const MAX = 100_000
/** More logs than this make a transaction too long. */
const LOGS_MAX = 20_000

export function create(): Range {
  return { size: START }
}

/** The answer came: a sparse stretch may be followed by a longer one, a full one by a shorter one. */
export function adapt(range: Range, logs: number): void {
  if (logs > LOGS_MAX) range.size = Math.max(1, Math.floor((range.size * LOGS_MAX) / logs))
  else if (logs < LOGS_MAX / 2) range.size = Math.min(MAX, Math.ceil(range.size * 1.5))
}

/** The answer was too much for the node; false when nothing smaller can be asked for. */
export function halve(range: Range): boolean {
  if (range.size === 1) return false
  range.size = Math.floor(range.size / 2)
  return true
}
