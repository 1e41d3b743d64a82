import { ApiError } from '#core/ApiError.ts'
import type { ChainFacts } from './ChainFacts.ts'

type AgedFacts = Pick<ChainFacts, 'id' | 'headAgeMaxMs'>

/** Whether a newest block is so old that its provider cannot be following the chain. */
export function isStale({ headAgeMaxMs }: AgedFacts, { timestamp }: { timestamp: bigint }, now: number): boolean {
  return now - Number(timestamp) * 1000 > headAgeMaxMs
}

/** Refuses state that was read at such a block. */
export function requireRecent(facts: AgedFacts, block: { timestamp: bigint }, now: number): void {
  if (!isStale(facts, block, now)) return
  const seconds = Math.round(now / 1000) - Number(block.timestamp)
  throw new ApiError(
    'unavailable',
    `The newest block that the RPC provider of chain ${facts.id} knows is ${seconds} seconds old. Send the request again later.`,
    {
      details: [
        { type: 'chainId', value: String(facts.id) },
        { type: 'reason', value: 'STALE_BLOCK' },
      ],
      headers: { 'retry-after': '5' },
    },
  )
}
