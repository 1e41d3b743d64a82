import type { Header } from './chain/Log.ts'
import * as Source from './chain/Source.ts'
import type { Work } from './Work.ts'

/** The newest block that the node has reported. */
export type ChainHead = {
  header: Header | undefined
  /** When it was last polled. */
  polledAt: number
  /** Since when the node has been behind the tables. */
  behindSince: number | undefined
}

export function create(now: number): ChainHead {
  return { header: undefined, polledAt: now, behindSince: undefined }
}

/** Polls the newest block; `chain.observe` passes a new one to the caches of chain reads. */
export async function poll({ chain, now }: Work, head: ChainHead): Promise<Header> {
  const header = await Source.head(chain)
  const { number, timestamp, hash } = header
  if (head.header?.hash !== hash) chain.observe({ number: BigInt(number), timestamp: BigInt(timestamp), hash })
  head.header = header
  head.polledAt = now()
  return header
}

/** How many blocks it is ahead of `block`. */
export function distance({ header }: ChainHead, block: number): number {
  return (header?.number ?? 0) - block
}
