import type { Header, Log } from './Log.ts'

/** Consecutive blocks, fetched and checked: every header that matters and every log that may. */
export type BlockRange = {
  from: number
  /** The last block, which becomes the checkpoint. */
  last: Header
  /** Headers of the blocks with logs, and of all blocks near the tip. */
  headers: Map<number, Header>
  logs: Log[]
  /** Senders of transactions whose swaps the logs alone give to nobody. */
  senders: ReadonlyMap<string, string>
  /** Near the tip. */
  isLive: boolean
}
