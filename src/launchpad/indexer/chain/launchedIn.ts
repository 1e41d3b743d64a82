import type { Event } from './Event.ts'
import type { Launched } from './WatchList.ts'

/** Tokens and pools launched up to the end of these events. */
export function launchedIn(events: readonly Event[], launched: Launched): Launched {
  const tokens = new Set(launched.tokens)
  const pools = new Set(launched.pools)
  for (const event of events) {
    if (event.kind === 'created') tokens.add(event.token)
    if (event.kind === 'graduated') pools.add(event.poolId)
  }
  return { tokens, pools }
}
