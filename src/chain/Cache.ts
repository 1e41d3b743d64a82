const STATE_LIMIT = 10_000
const FOREVER_LIMIT = 50_000

type Entry = { promise: Promise<unknown>; epoch: number; expiresAt: number; isSettled: boolean }

/** Cached reads: changing state until it expires or a new block arrives, immutable facts permanently. */
export type Cache = { epoch: number; state: Map<string, Entry>; forever: Map<string, Promise<unknown>> }

export function create(): Cache {
  return { epoch: 0, state: new Map(), forever: new Map() }
}

/** Marks everything read so far as outdated. */
export function invalidate(cache: Cache): void {
  cache.epoch += 1
}

/** Clears every entry, including the permanent ones. */
export function clear(cache: Cache): void {
  invalidate(cache)
  cache.forever.clear()
}

type Age = { now: () => number; lifetimeMs: number }

/** The cached value until it expires, or one shared load; its age counts from the start of the load. */
export function state<T>(
  cache: Cache,
  key: string,
  { load, now, lifetimeMs }: Age & { load: () => Promise<T> },
): Promise<T> {
  const known = cache.state.get(key)
  if (known && known.epoch === cache.epoch && (!known.isSettled || now() < known.expiresAt))
    return known.promise as Promise<T>
  const expiresAt = now() + lifetimeMs
  const entry: Entry = { promise: load(), epoch: cache.epoch, expiresAt, isSettled: false }
  keep(cache.state, { key, value: entry, limit: STATE_LIMIT })
  entry.promise.then(
    () => {
      entry.isSettled = true
    },
    () => {
      if (cache.state.get(key) === entry) cache.state.delete(key)
    },
  )
  return entry.promise as Promise<T>
}

/** The cached value, or one shared load; failures are not cached, the least recently used value is evicted. */
export function forever<T>(cache: Cache, key: string, load: () => Promise<T>): Promise<T> {
  const known = cache.forever.get(key)
  const value = known ?? load()
  cache.forever.delete(key)
  keep(cache.forever, { key, value, limit: FOREVER_LIMIT })
  if (!known) value.catch(() => cache.forever.get(key) === value && cache.forever.delete(key))
  return value as Promise<T>
}

function keep<V>(map: Map<string, V>, { key, value, limit }: { key: string; value: V; limit: number }): void {
  map.delete(key)
  map.set(key, value)
  const oldest = map.size > limit ? map.keys().next().value : undefined
  if (oldest !== undefined) map.delete(oldest)
}

/** Runs one load per key at a time and shares its result with concurrent callers. */
export function createFlights(): <T>(key: string, load: () => Promise<T>) => Promise<T> {
  const flights = new Map<string, Promise<unknown>>()
  return <T>(key: string, load: () => Promise<T>) => {
    const flying = flights.get(key)
    if (flying !== undefined) return flying as Promise<T>
    const flight = load().finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }
}
