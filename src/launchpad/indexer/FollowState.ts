import type { Audits } from './audit/Audits.ts'
import type { ChainHead } from './ChainHead.ts'
import type { RangeSize } from './chain/RangeSize.ts'
import type { WatchList } from './chain/WatchList.ts'
import type { Heartbeat } from './Heartbeat.ts'
import type { IndexCursor } from './IndexCursor.ts'
import type { Progress } from './Progress.ts'

/** The few things that change while the chain is followed, each handed only to those who use it. */
export type FollowState = Readonly<{
  cursor: IndexCursor
  head: ChainHead
  watchList: WatchList
  rangeSize: RangeSize
  progress: Progress
  audits: Audits
  heartbeat: Heartbeat
}>
