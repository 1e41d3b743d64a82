import type { Indexer } from './indexer/startIndexer.ts'
import type { Feed } from './live/Feed.ts'

/** State of the index, for health, readiness and metrics. */
export type Status = {
  /** Why responses may be out of date; undefined if they are not. */
  problem: string | undefined
  /** Whether this process is the indexer. */
  isIndexing: boolean
  /** The last indexed block, and the newest block that the indexer has seen. */
  block: number | undefined
  head: number | undefined
  lagBlocks: number | undefined
  /** Milliseconds since the chain was last read. */
  polledMs: number | undefined
  eventsPerSecond: number | undefined
  /** Until the head is reached, while the index catches up. */
  secondsLeft: number | undefined
  tokens: number
  trades: number
  /** Counters of this process while it is the indexer. */
  events: number
  reorgs: number
  gapsFilled: number
  alarms: number
  rejectedAnswers: number
  /** Positions of wallets that this process set aside. */
  walletsSetAside: number
}

const STALLED_MS = 8_000
/** The chain makes ten blocks a second: a node whose head is older than this has stopped following it. */
const OLD_MS = 60_000

type Facts = {
  walletsSetAside: number

  now: () => number
  /** The development chain mines only when there is a transaction. */
  isDevnet: boolean
  /** When this process started. */
  openedAt: number
}

export function statusOf(feed: Feed, indexer: Indexer | undefined, facts: Facts): Status {
  const status = feed.status()
  const heartbeat = status?.heartbeat
  const progress = indexer?.state()?.progress
  return {
    problem: problemOf(feed, indexer) ?? problemOfStart(feed, facts) ?? problemOfAge(feed, facts),
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
    walletsSetAside: facts.walletsSetAside,
  }
}

function problemOf(feed: Feed, indexer: Indexer | undefined): string | undefined {
  const refusal = indexer?.problem()
  if (refusal) return refusal
  if (!feed.isFresh()) return 'the launch tables cannot be read'
  const status = feed.status()
  if (!status?.heartbeat) return 'no indexer has read the chain yet'
  const { head, polledMs, movedMs } = status.heartbeat
  if (polledMs > STALLED_MS) return `the chain was last read ${Math.round(polledMs / 1000)} s ago`
  if (head > status.block && movedMs > STALLED_MS) return `the index is stuck at block ${status.block} of ${head}`
  return undefined
}

/** The development chain restarts with the process, so an older heartbeat is meaningless. */
function problemOfStart(feed: Feed, { now, isDevnet, openedAt }: Facts): string | undefined {
  const polledMs = feed.status()?.heartbeat?.polledMs ?? 0
  return isDevnet && polledMs > now() - openedAt ? 'no indexer has read the chain yet' : undefined
}

/** A node that hangs keeps returning its last block; its age is the only sign. */
function problemOfAge(feed: Feed, { now, isDevnet }: Facts): string | undefined {
  const heartbeat = feed.status()?.heartbeat
  const ageMs = heartbeat && !isDevnet ? now() - heartbeat.headTime * 1000 : 0
  return ageMs > OLD_MS ? `the node's newest block is ${Math.round(ageMs / 1000)} s old` : undefined
}
