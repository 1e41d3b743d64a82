import type { Event } from './Event.ts'
import type { Header } from './Log.ts'

/** Consecutive blocks, fetched and checked, with all headers and events that may matter. */
export type BlockRange = {
  from: number
  /** The last block, which becomes the checkpoint. */
  last: Header
  /** Headers of the blocks with logs, and of all blocks near the tip. */
  headers: Map<number, Header>
  /** In chain order. */
  events: readonly Event[]
  /** Senders of transactions with swaps that no transfer attributes. */
  senders: ReadonlyMap<string, string>
  /** Near the tip. */
  isLive: boolean
}
