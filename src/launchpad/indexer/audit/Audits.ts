import type { Changes } from '#launchpad/indexer/derive/Changes.ts'
import * as AuditSample from './AuditSample.ts'

const REMEMBERED_MAX = 10_000

/** Where the comparison with the chain stands. */
export type Audits = AuditSample.Sampling & {
  at: number
  block: number
  /** A difference that was seen once. */
  suspect: string | undefined
  /** Differences that were told and cannot be healed: no log is missing. */
  unexplained: Set<string>
}

export function create(): Audits {
  return { ...AuditSample.create(), at: Number.NEGATIVE_INFINITY, block: 0, suspect: undefined, unexplained: new Set() }
}

/** Remembers what changed, to be looked at first; what is too much for that is looked at in its turn. */
export function add(audits: Audits, { launches, holders }: Pick<Changes, 'launches' | 'holders'>): void {
  for (const token of launches.keys()) if (audits.tokens.size < REMEMBERED_MAX) audits.tokens.add(token)
  for (const { tokenId, holder } of holders.values())
    if (audits.holders.size < REMEMBERED_MAX) audits.holders.set(`${tokenId} ${holder}`, { tokenId, holder })
}
