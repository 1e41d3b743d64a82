import type { Checkpoint } from './chain/Checkpoint.ts'
import * as SetAside from './SetAside.ts'

/** The last indexed block, and how the chain is read from there. */
export type IndexCursor = {
  checkpoint: Checkpoint
  /** Whether the index ever reached the tip. From then on every event is published, however far behind the index falls. */
  hasCaughtUp: boolean
  /** Up to this block, eth_getLogs is not trusted and every block is proven. */
  proveUntil: number
  /** Positions of swaps that do not follow from known liquidity although no log is missing. */
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
