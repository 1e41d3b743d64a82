import type { Checkpoint } from './chain/Checkpoint.ts'
import * as SetAside from './SetAside.ts'

/** Where the tables stand, and how the chain is read from there on. */
export type IndexCursor = {
  checkpoint: Checkpoint
  /** Whether the tables ever stood at the tip: from then on listeners hear every event, however far behind the index falls. */
  hasCaughtUp: boolean
  /** Up to this block answers to queries are not believed: every block is proven. */
  proveUntil: number
  /** Positions of swaps that follow no known one although nothing is missing. */
  readonly acceptedSwaps: Set<number>
  readonly setAside: SetAside.SetAside
  /** How often an event was refused for a contradiction that no missing log explains, by position. */
  readonly refusals: Map<number, number>
  /** Seconds; where the sums of the last 24 hours begin. */
  windowStart: number
}

type Opened = Pick<IndexCursor, 'checkpoint' | 'hasCaughtUp' | 'windowStart'>

export function create({ checkpoint, hasCaughtUp, windowStart }: Opened): IndexCursor {
  const setAside = SetAside.create()
  return {
    checkpoint,
    hasCaughtUp,
    windowStart,
    proveUntil: 0,
    acceptedSwaps: new Set(),
    setAside,
    refusals: new Map(),
  }
}
