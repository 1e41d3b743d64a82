import { createKeptList } from '../keptList.ts'

const MAX = 30

/** Addresses of tokens, the newest first. */
export const watchlist = createKeptList<string>('slipway.watchlist', 'string')

/** Adds a token, or removes it; the oldest gives way to a new one when the list is full. */
export function toggleWatched(address: string): void {
  watchlist.change((kept) => {
    const others = kept.filter((one) => one !== address)
    return others.length < kept.length ? others : [address, ...others].slice(0, MAX)
  })
}
