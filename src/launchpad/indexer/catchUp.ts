import type { BlockRange } from './chain/BlockRange.ts'
import type { Checkpoint } from './chain/Checkpoint.ts'
import { fetchHistory } from './chain/fetchHistory.ts'
import { launchedIn } from './chain/launchedIn.ts'
import * as RangeSize from './chain/RangeSize.ts'
import * as Source from './chain/Source.ts'
import type { Launched } from './chain/WatchList.ts'
import { commitRange } from './commitRange.ts'
import type { FollowState } from './FollowState.ts'
import * as Heartbeat from './Heartbeat.ts'
import * as Progress from './Progress.ts'
import type { Work } from './Work.ts'

type Start = { checkpoint: Checkpoint; launched: Launched }
type Options = { target: number; signal: AbortSignal }

/** Indexes the blocks up to `target`, one range being fetched while the one before it is written. */
export async function catchUp(work: Work, state: FollowState, { target, signal }: Options): Promise<void> {
  const { cursor, watchList, rangeSize } = state
  let from: Start = { checkpoint: cursor.checkpoint, launched: watchList }
  let next = startFetching(work, rangeSize, { ...from, target })
  while (from.checkpoint.block < target && !signal.aborted) {
    const range = await next
    from = endOf(from, range)
    if (from.checkpoint.block < target) {
      next = startFetching(work, rangeSize, { ...from, target })
    }
    await commitRange(work, state, range)
    await Heartbeat.beat(work, state)
    report(work, state, from.checkpoint.block >= target)
  }
}

function report({ log, now }: Work, { progress, cursor, head }: FollowState, isOver: boolean): void {
  const { block } = cursor.checkpoint
  const place = { block, head: head.header?.number ?? block, now: now() }
  const line = Progress.report(progress, place, isOver)
  if (line) log.info(line, isOver ? 'read the history of launches' : 'reading the history of launches')
}

function endOf({ launched }: Start, { last, events }: BlockRange): Start {
  const checkpoint = { block: last.number, hash: last.hash, time: last.timestamp }
  return { checkpoint, launched: launchedIn(events, launched) }
}

/** A failure is handled when it is awaited. It is not awaited if writing fails or the indexer stops. */
function startFetching(...fetching: Parameters<typeof fetchNext>): Promise<BlockRange> {
  const fetched = fetchNext(...fetching)
  fetched.catch(() => {})
  return fetched
}

async function fetchNext(
  { chain, emitters }: Work,
  rangeSize: RangeSize.RangeSize,
  { target, ...from }: Start & { target: number },
): Promise<BlockRange> {
  for (;;) {
    const to = Math.min(target, from.checkpoint.block + rangeSize.size)
    try {
      const range = await fetchHistory(chain, { ...from, to, emitters })
      RangeSize.adapt(rangeSize, range.events.length)
      return range
    } catch (error) {
      if (!Source.isTooMuch(error) || !RangeSize.halve(rangeSize)) throw error
    }
  }
}
