import type { Changes } from '#launchpad/indexer/derive/Changes.ts'
import * as AuditSample from './AuditSample.ts'

const REMEMBERED_MAX = 10_000

/** The progress of the comparison with the chain. */
export type Audits = AuditSample.Sampling & {
  at: number
  block: number
  /** A difference that was seen once and is not confirmed. */
  suspect: string | undefined
  /** Reported differences that no missing log explains. */
  unexplained: Set<string>
}

export function create(): Audits {
  return { ...AuditSample.create(), at: Number.NEGATIVE_INFINITY, block: 0, suspect: undefined, unexplained: new Set() }
}

/** Queues changed rows to be compared first, up to a limit; the rest is compared in turn. */
export function add(audits: Audits, { launches, holders }: Pick<Changes, 'launches' | 'holders'>): void {
  for (const token of launches.keys()) if (audits.tokens.size < REMEMBERED_MAX) audits.tokens.add(token)
  for (const { tokenId, holder } of holders.values())
    if (audits.holders.size < REMEMBERED_MAX) audits.holders.set(`${tokenId} ${holder}`, { tokenId, holder })
}
