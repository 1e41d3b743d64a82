import type { Address, Hex } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { createBatcher } from '#chain/createBatcher.ts'
import type { Block } from './Snapshot.ts'

export type Loader = {
  /** The words a call returned; none if it failed. Calls of one turn share a round trip, later turns its block. */
  ask(to: Address, data: Hex): Promise<bigint[]>
  /** The block of the first round trip. */
  block(): Promise<Block>
}

/** Reads for chains on which no lens can run: one round trip for each level of dependent calls. */
export function createLoader(chain: Chain): Loader {
  const pinned = Promise.withResolvers<Block>()
  let isPinned = false
  const ask = createBatcher<{ to: Address; data: Hex }, bigint[]>(async (calls) => {
    const options = isPinned ? { block: (await pinned.promise).number } : {}
    const { results, block } = await chain.read(calls, options)
    isPinned = true
    pinned.resolve(block)
    return results.map(wordsOf)
  }, setImmediate)
  return { ask: (to, data) => ask({ to, data }), block: () => pinned.promise }
}

function wordsOf({ ok, data }: { ok: boolean; data: Hex }): bigint[] {
  if (!ok) return []
  return (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
}
