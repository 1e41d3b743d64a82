import * as Bloom from './Bloom.ts'
import type { Header } from './Log.ts'

/** Tokens and pool ids that have been launched. */
export type Launched = { tokens: ReadonlySet<string>; pools: ReadonlySet<string> }

/** The contracts, tokens and pools to watch. It may hold too many, never too few. */
export type WatchList = { contracts: readonly string[]; tokens: Set<string>; pools: Set<string> }

/** With more values than this nearly every block may hold one by chance. */
const VALUES_MAX = 2_000
const EMPTY = `0x${'0'.repeat(512)}`

export function create(contracts: readonly string[], { tokens, pools }: Launched): WatchList {
  return { contracts, tokens: new Set(tokens), pools: new Set(pools) }
}

export function add(list: WatchList, { tokens, pools }: Launched): void {
  for (const token of tokens) list.tokens.add(token)
  for (const pool of pools) list.pools.add(pool)
}

/** Whether the block may hold a log that matters. */
export function mayConcern({ contracts, tokens, pools }: WatchList, { bloom }: Header): boolean {
  if (bloom === EMPTY) return false
  if (tokens.size + pools.size > VALUES_MAX) return true
  if (contracts.some((contract) => Bloom.mayHold(bloom, contract))) return true
  for (const token of tokens) if (Bloom.mayHold(bloom, token)) return true
  for (const pool of pools) if (Bloom.mayHold(bloom, pool)) return true
  return false
}
