import type { Indexer } from './indexer/startIndexer.ts'
import type { Feed } from './live/Feed.ts'

/** How the index stands, for health, readiness and metrics. */
export type Status = {
  /** Why answers may be out of date, or nothing. */
  problem: string | undefined
  /** Whether this process does the indexing. */
  isIndexing: boolean
  /** The last block in the tables, and the newest one the indexer has seen. */
  block: number | undefined
  head: number | undefined
  lagBlocks: number | undefined
  /** Milliseconds since the chain was last heard. */
  polledMs: number | undefined
  eventsPerSecond: number | undefined
  /** Until the head is reached, while history is being read. */
  secondsLeft: number | undefined
  tokens: number
  trades: number
  /** Of this process, while it is indexing. */
  events: number
  reorgs: number
  gapsFilled: number
  alarms: number
  rejectedAnswers: number
}

const STALLED_MS = 8_000
/** A chain that makes ten blocks a second and shows none for this long is not what the node shows. */
const OLD_MS = 60_000

type Clock = {
  now: () => number
  /** Our own chain makes a block when there is something for it. */
  isDevnet: boolean
  /** When this process began to serve. */
  openedAt: number
}

export function statusOf(feed: Feed, indexer: Indexer | undefined, clock: Clock): Status {
  const status = feed.status()
  const heartbeat = status?.heartbeat
  const progress = indexer?.state()?.progress
  return {
    problem: problemOf(feed, indexer) ?? problemOfStart(feed, clock) ?? problemOfAge(feed, clock),
    isIndexing: progress !== undefined,
    block: status?.block,
    head: heartbeat?.head,
    lagBlocks: status && heartbeat && Math.max(0, heartbeat.head - status.block),
    polledMs: heartbeat?.polledMs,
    eventsPerSecond: heartbeat?.eventsPerSecond ?? undefined,
    secondsLeft: heartbeat?.secondsLeft ?? undefined,
    tokens: status?.tokens ?? 0,
    trades: status?.trades ?? 0,
    events: progress?.events ?? 0,
    reorgs: progress?.reorgs ?? 0,
    gapsFilled: progress?.gapsFilled ?? 0,
    alarms: progress?.alarms ?? 0,
    rejectedAnswers: progress?.rejected ?? 0,
  }
}

function problemOf(feed: Feed, indexer: Indexer | undefined): string | undefined {
  const refusal = indexer?.problem()
  if (refusal) return refusal
  if (!feed.isFresh()) return 'the launch tables cannot be read'
  const status = feed.status()
  if (!status?.heartbeat) return 'no indexer has looked at the chain yet'
  const { head, polledMs, movedMs } = status.heartbeat
  if (polledMs > STALLED_MS) return `the chain has not been heard for ${Math.round(polledMs / 1000)} s`
  if (head > status.block && movedMs > STALLED_MS) return `the index stands still at block ${status.block} of ${head}`
  return undefined
}

/** Our own chain begins anew with each start: what was seen before says nothing of it. */
function problemOfStart(feed: Feed, { now, isDevnet, openedAt }: Clock): string | undefined {
  const polledMs = feed.status()?.heartbeat?.polledMs ?? 0
  return isDevnet && polledMs > now() - openedAt ? 'no indexer has looked at the chain yet' : undefined
}

/** A node that hangs repeats its newest block for ever, and everything else looks well. */
function problemOfAge(feed: Feed, { now, isDevnet }: Clock): string | undefined {
  const heartbeat = feed.status()?.heartbeat
  const ageMs = heartbeat && !isDevnet ? now() - heartbeat.headTime * 1000 : 0
  return ageMs > OLD_MS ? `the newest block the node shows is ${Math.round(ageMs / 1000)} s old` : undefined
}
