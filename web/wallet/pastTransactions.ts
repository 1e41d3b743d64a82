import { createKeptList } from '../keptList.ts'

/** A transaction of this browser that was mined, whether or not it succeeded. */
export type PastTransaction = {
  hash: string
  from: string
  title: string
  /** The ETH that was paid or received, where it is known. */
  wei?: string | undefined
  isDone: boolean
  block: number
  at: number
  /** Null without an explorer. Default: that of the site's own chain. */
  explorerUrl?: string | null
}

const MAX = 50

/** The newest first. */
export const pastTransactions = createKeptList<PastTransaction>('slipway.history', 'object')

/** Every tab follows what was sent, so the same transaction may be recorded twice. */
export function recordTransaction(past: PastTransaction): void {
  pastTransactions.change((kept) => [past, ...kept.filter(({ hash }) => hash !== past.hash)].slice(0, MAX))
}
