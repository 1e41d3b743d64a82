/** Counters and rates for the log, the metrics and the status document. */
export type Progress = {
  startedAt: number
  events: number
  reorgs: number
  /** Gaps that were found and indexed again. */
  gapsFilled: number
  alarms: number
  rejected: number
  /** When progress was last logged. */
  reportedAt: number
  rate: { at: number; block: number; events: number; eventsPerSecond: number | null; blocksPerSecond: number | null }
  problem: string | null
}

const SAMPLE_MS = 1_000

export function create(now: number, block: number): Progress {
  const rate = { at: now, block, events: 0, eventsPerSecond: null, blocksPerSecond: null }
  return {
    startedAt: now,
    events: 0,
    reorgs: 0,
    gapsFilled: 0,
    alarms: 0,
    rejected: 0,
    reportedAt: now,
    rate,
    problem: null,
  }
}

/** Counts indexed events, and measures the rate about once a second. */
export function count(
  progress: Progress,
  { events, block, now }: { events: number; block: number; now: number },
): void {
  progress.events += events
  const { rate } = progress
  const seconds = (now - rate.at) / 1000
  if (seconds * 1000 < SAMPLE_MS) return
  const eventsPerSecond = (progress.events - rate.events) / seconds
  const blocksPerSecond = (block - rate.block) / seconds
  progress.rate = { at: now, block, events: progress.events, eventsPerSecond, blocksPerSecond }
}

/** Seconds until the head at the current rate; null while the rate is unknown. */
export function secondsLeft({ rate }: Progress, block: number, head: number): number | null {
  if (head <= block) return 0
  return rate.blocksPerSecond ? (head - block) / rate.blocksPerSecond : null
}

const REPORT_MS = 5_000

/** The fields of the next progress line: every few seconds while history is read, and at its end. */
export function report(
  progress: Progress,
  { block, head, now }: { block: number; head: number; now: number },
  isOver: boolean,
): Record<string, number> | undefined {
  if (!isOver && now - progress.reportedAt < REPORT_MS) return undefined
  progress.reportedAt = now
  const eventsPerSecond = Math.round((progress.events * 1000) / Math.max(1, now - progress.startedAt))
  const left = secondsLeft(progress, block, head)
  return { block, head, eventsPerSecond, ...(left !== null && { secondsLeft: Math.ceil(left) }) }
}
