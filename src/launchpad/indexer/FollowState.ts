import type { Audits } from './audit/Audits.ts'
import type { ChainHead } from './ChainHead.ts'
import type { RangeSize } from './chain/RangeSize.ts'
import type { WatchList } from './chain/WatchList.ts'
import type { Heartbeat } from './Heartbeat.ts'
import type { IndexCursor } from './IndexCursor.ts'
import type { Progress } from './Progress.ts'

/** The mutable state of following the chain; each function takes only the parts it uses. */
export type FollowState = Readonly<{
  cursor: IndexCursor
  head: ChainHead
  watchList: WatchList
  rangeSize: RangeSize
  progress: Progress
  audits: Audits
  heartbeat: Heartbeat
}>
