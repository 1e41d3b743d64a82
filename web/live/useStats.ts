import { reads, urlOf } from '#launchpad/wire/urls.ts'
import type { Stats } from '../api/launchpad.ts'
import { type Resource, useResource } from '../api/useQuery.ts'

const POLL_MS = 10_000

/** The figures of the index, kept fresh. */
export function useStats(): Resource<Stats> {
  return useResource<Stats>(urlOf(reads.stats()), { pollMs: POLL_MS })
}

/** How far the index is behind the chain, in words. */
export function lagWords({ behindMs }: Pick<Stats, 'behindMs'>): string {
  if (behindMs === null) return 'waiting for the chain'
  if (behindMs < MINUTE_MS) return `${(behindMs / 1000).toFixed(1)} s behind the chain`
  return `${Math.floor(behindMs / MINUTE_MS)} min behind the chain`
}

const MINUTE_MS = 60_000

/** Above this delay the shown figures may mislead. */
export const LAG_MUCH_MS = 10_000
