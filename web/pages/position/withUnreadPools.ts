import type { FoundPools } from '../../api/liquidity.ts'

/** The pools found now, and the known pools of protocols that could not be read completely. */
export function withUnreadPools(found: FoundPools, before: FoundPools | undefined): FoundPools {
  const unread = new Set(found.incomplete.map(({ protocol }) => protocol))
  const known = new Set(found.pools.map(({ reference }) => reference))
  const kept = (before?.pools ?? []).filter(({ protocol, reference }) => unread.has(protocol) && !known.has(reference))
  return kept.length === 0 ? found : { ...found, pools: [...found.pools, ...kept] }
}
