import type { Kysely } from 'kysely'
import type { Chain } from '#chain/Chain.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import type { Checkpoint } from './Checkpoint.ts'
import * as Source from './Source.ts'

/** How many blocks are compared in one round trip. */
const WIDTH = 64

/** The newest stored block that the chain still has, or nothing when not even the oldest is there. */
export async function findFork(chain: Chain, db: Kysely<Tables>): Promise<Checkpoint | undefined> {
  const rows = await db.selectFrom('launch_blocks').select(['number', 'hash', 'at']).orderBy('number', 'desc').execute()
  const stored = rows.map(({ number, hash, at }) => ({ block: number, hash, time: at }))
  // Most forks are near the tip; deeper ones are bisected, because a block on the chain has all its ancestors there.
  let [newer, older] = [0, stored.length]
  let probes = indexes(0, Math.min(WIDTH, stored.length), 1)
  while (probes.length > 0) {
    const first = await firstKept(chain, probes, stored)
    if (first !== undefined) older = first
    newer = Math.max(newer, ...probes.filter((probe) => probe < older).map((probe) => probe + 1))
    probes = older > newer ? indexes(newer, older, Math.ceil((older - newer) / WIDTH)) : []
  }
  return stored[older]
}

/** The smallest of these indexes whose block is on the chain. */
async function firstKept(
  chain: Chain,
  probes: readonly number[],
  stored: readonly Checkpoint[],
): Promise<number | undefined> {
  const headers = await Source.headers(
    chain,
    probes.map((probe) => stored[probe]?.block ?? 0),
  )
  return probes.find((probe, at) => headers[at]?.hash === stored[probe]?.hash)
}

function indexes(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step)
}
