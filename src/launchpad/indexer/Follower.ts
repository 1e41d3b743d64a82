import type { Chain } from '#chain/Chain.ts'
import type { Log as Logger } from '#database/Log.ts'
import type { Site } from '#launchpad/records.ts'
import type { Audits } from './audit.ts'
import type { Emitters } from './Event.ts'
import type * as Interest from './Interest.ts'
import type { Factory } from './identify.ts'
import type { Header } from './Log.ts'
import type { Checkpoint, Office } from './Office.ts'
import type { Progress } from './Progress.ts'
import type { Range } from './Range.ts'

/** What the indexer works with. */
export type Work = {
  chain: Chain
  office: Office
  factory: Factory
  site: Site
  isDevnet: boolean
  log: Logger
  now: () => number
  /** Wakes those who read what has just been committed. */
  notify: () => void
}

/** The indexer at work during one term of office. */
export type Follower = Work & {
  emitters: Emitters
  checkpoint: Checkpoint
  launched: { tokens: string[]; pools: string[] }
  interest: Interest.Interest
  range: Range
  /** Up to this block answers to queries are not believed: every block is proven. */
  proveUntil: number
  /** Swaps that follow no known one although nothing is missing. */
  accepted: Set<number>
  progress: Progress
  head: Header | undefined
  /** When the head was last heard of. */
  polledAt: number
  /** Since when the node has been behind the tables. */
  behindSince: number | undefined
  audits: Audits
  pulse: { at: number; block: number }
}
