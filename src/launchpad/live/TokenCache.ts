import type { Change, Feed } from './Feed.ts'

/** Answers cached until their token changes. */
export type TokenCache<T> = Disposable & {
  get(address: string): T | undefined
  /** Loads the answer, and caches it unless the feed reported a change meanwhile. */
  load(address: string, read: () => Promise<T>): Promise<T>
}

const SIZE_MAX = 20_000

/** Answers about single tokens, dropped when an event concerns the token; bypassed while the feed is stale. */
export function createTokenCache<T>(feed: Feed): TokenCache<T> {
  const kept = new Map<string, T>()
  let changes = 0
  function drop({ events, isQuiet }: Change): void {
    changes += 1
    // A new launch may share its name with any other token, whose record then carries a warning.
    if (isQuiet || events.some(({ token, kind }) => token === null || kind === 'token')) kept.clear()
    for (const { token } of events) if (token !== null) kept.delete(token)
  }
  const subscription = feed.subscribe(drop)
  return {
    get: (address) => (feed.isFresh() ? kept.get(address) : undefined),
    async load(address, read) {
      const before = changes
      const value = await read()
      if (changes !== before) return value
      if (kept.size >= SIZE_MAX) kept.clear()
      kept.set(address, value)
      return value
    },
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  }
}
