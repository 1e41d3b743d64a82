import { createStore } from '../store.ts'

const KEPT = 'slipway.watchlist'
const MAX = 30

/** Addresses of tokens, the newest first; kept in this browser and shared by all tabs. */
export const watchlist = createStore<readonly string[]>([])

if (typeof window !== 'undefined') {
  watchlist.set(readKept)
  window.addEventListener('storage', ({ key }) => {
    if (key === KEPT) watchlist.set(readKept)
  })
}

function readKept(): readonly string[] {
  return JSON.parse(localStorage.getItem(KEPT) ?? '[]') as string[]
}

/** Adds a token, or removes it; the oldest gives way to a new one when the list is full. */
export function toggleWatched(address: string): void {
  const kept = readKept()
  const others = kept.filter((one) => one !== address)
  const next = others.length < kept.length ? others : [address, ...others].slice(0, MAX)
  localStorage.setItem(KEPT, JSON.stringify(next))
  watchlist.set(() => next)
}
