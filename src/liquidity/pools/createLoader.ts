import type { Address, Hex } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { Block } from './Snapshot.ts'

type Waiting = { to: Address; data: Hex; resolve: (words: bigint[]) => void; reject: (error: unknown) => void }

export type Loader = {
  /** The words a call returned; none where it failed. Calls of one turn share a round trip, later turns its block. */
  ask(to: Address, data: Hex): Promise<bigint[]>
  /** The block of the first round trip. */
  block(): Promise<Block>
}

/** Reads for chains on which no lens can run: as many round trips as calls depend on one another. */
export function createLoader(chain: Chain): Loader {
  let waiting: Waiting[] = []
  const pinned = Promise.withResolvers<Block>()
  let isPinned = false
  async function flush(): Promise<void> {
    const group = waiting
    waiting = []
    try {
      const options = isPinned ? { block: (await pinned.promise).number } : {}
      const { results, block } = await chain.read(group, options)
      isPinned = true
      pinned.resolve(block)
      for (const [index, { resolve }] of group.entries()) resolve(wordsOf(results[index]))
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
  return {
    ask: (to, data) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(() => void flush())
        waiting.push({ to, data, resolve, reject })
      }),
    block: () => pinned.promise,
  }
}

function wordsOf(result: { ok: boolean; data: Hex } | undefined): bigint[] {
  if (!result?.ok) return []
  return (result.data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
}
