import * as Event from './Event.ts'
import type { Log } from './Log.ts'
import type { Launched } from './WatchList.ts'

/** Tokens and pools launched up to the end of these logs. */
export function launchedIn(
  logs: readonly Log[],
  { emitters, launched }: { emitters: Event.Emitters; launched: Launched },
): Launched {
  const tokens = new Set(launched.tokens)
  const pools = new Set(launched.pools)
  for (const log of logs) {
    const event = log.address === emitters.factory ? Event.read(log, emitters) : undefined
    if (event?.kind === 'created') tokens.add(event.token)
    if (event?.kind === 'graduated') pools.add(event.poolId)
  }
  return { tokens, pools }
}
