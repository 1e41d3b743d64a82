import { createStore } from '../store.ts'

/** A transaction of this browser that was mined, whether or not it succeeded. */
export type PastTransaction = {
  hash: string
  from: string
  title: string
  isDone: boolean
  block: number
  at: number
  /** Null without an explorer. Default: that of the site's own chain. */
  explorerUrl?: string | null
}

const KEPT = 'slipway.history'
const MAX = 50

/** The newest first; kept over reloads and shared by all tabs. */
export const pastTransactions = createStore<readonly PastTransaction[]>(readKept())

if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key === KEPT) pastTransactions.set(readKept)
  })

function readKept(): readonly PastTransaction[] {
  if (typeof document === 'undefined') return []
  return JSON.parse(localStorage.getItem(KEPT) ?? '[]') as PastTransaction[]
}

/** Every tab follows what was sent, so the same transaction may be recorded twice. */
export function recordTransaction(past: PastTransaction): void {
  const others = readKept().filter(({ hash }) => hash !== past.hash)
  const next = [past, ...others].slice(0, MAX)
  localStorage.setItem(KEPT, JSON.stringify(next))
  pastTransactions.set(() => next)
}
