import * as Audits from './audit/Audits.ts'
import type { BlockRange } from './chain/BlockRange.ts'
import * as WatchList from './chain/WatchList.ts'
import type { Changes } from './derive/Changes.ts'
import type { IndexCursor } from './IndexCursor.ts'
import * as Progress from './Progress.ts'
import type { Work } from './Work.ts'
import { apply } from './write/apply.ts'

type State = {
  cursor: IndexCursor
  watchList: WatchList.WatchList
  audits: Audits.Audits
  progress: Progress.Progress
}

/** Commits the range that follows the checkpoint, and moves the cursor to its end. */
export async function commitRange(work: Work, state: State, range: BlockRange): Promise<void> {
  const { leadership, emitters, site, now, notify } = work
  const { cursor, watchList, audits, progress } = state
  const { checkpoint: expected, acceptedSwaps, setAside, windowStart } = cursor
  const isPublished = range.isLive || cursor.hasCaughtUp
  const applied = await apply(leadership, range, {
    expected,
    emitters,
    site,
    acceptedSwaps,
    setAside,
    windowStart,
    isPublished,
  })
  cursor.checkpoint = applied.checkpoint
  cursor.hasCaughtUp ||= range.isLive
  cursor.refusals.clear()
  WatchList.add(watchList, launchedBy(applied.changes))
  Audits.add(audits, applied.changes)
  Progress.count(progress, { events: applied.events, block: applied.checkpoint.block, now: now() })
  notify()
}

function launchedBy({ tokens, launches }: Changes): WatchList.Launched {
  const pools = [...launches.values()].flatMap(({ graduation }) => (graduation ? [graduation.poolId] : []))
  return { tokens: new Set(tokens.map(({ address }) => address)), pools: new Set(pools) }
}
