import type { Checkpoint } from './chain/Checkpoint.ts'

/** Where the tables stand, and how the chain is read from there on. */
export type IndexCursor = {
  checkpoint: Checkpoint
  /** Whether the tables ever stood at the tip: from then on listeners hear every event, however far behind the index falls. */
  hasCaughtUp: boolean
  /** Up to this block answers to queries are not believed: every block is proven. */
  proveUntil: number
  /** Positions of swaps that follow no known one although nothing is missing. */
  readonly acceptedSwaps: Set<number>
}

export function create(checkpoint: Checkpoint, hasCaughtUp: boolean): IndexCursor {
  return { checkpoint, hasCaughtUp, proveUntil: 0, acceptedSwaps: new Set() }
}
