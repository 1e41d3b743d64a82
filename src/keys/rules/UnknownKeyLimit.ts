import { ApiError } from '#core/ApiError.ts'

/** Look-ups of unknown keys in the current minute, by network address. */
export type UnknownKeyLimit = { counts: Map<string, number>; endsAt: number }

const PER_MINUTE = 300
const MINUTE_MS = 60_000
const ADDRESSES_MAX = 100_000

export function create(): UnknownKeyLimit {
  return { counts: new Map(), endsAt: Number.NEGATIVE_INFINITY }
}

/**
 * Runs a look-up, unless the address sent too many unknown keys this minute, because anyone can invent well-formed
 * keys.
 */
export async function charge<Found>(
  limit: UnknownKeyLimit,
  { address, now }: { address: string; now: number },
  lookUp: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  if (now >= limit.endsAt || limit.counts.size >= ADDRESSES_MAX)
    Object.assign(limit, { counts: new Map(), endsAt: now + MINUTE_MS })
  const { counts, endsAt } = limit
  if (countOf(counts, address) >= PER_MINUTE) throw tooMany(Math.ceil((endsAt - now) / 1000))
  counts.set(address, countOf(counts, address) + 1)
  let isMiss = false
  try {
    const found = await lookUp()
    isMiss = found === undefined
    return found
  } finally {
    if (!isMiss) counts.set(address, countOf(counts, address) - 1)
  }
}

function countOf(counts: ReadonlyMap<string, number>, address: string): number {
  return counts.get(address) ?? 0
}

function tooMany(seconds: number): ApiError {
  return new ApiError(
    'resource_exhausted',
    `Too many unknown keys from this address. Wait ${seconds} s, then try again.`,
    {
      headers: { 'retry-after': String(seconds) },
    },
  )
}
