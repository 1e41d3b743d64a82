import type { ChainEntryRow } from '#arena/store/tables.ts'
import type { ChainReport } from './ChainReport.ts'

type Difference = {
  /** The numbers of the entries that are no longer valid. */
  replaced: number[]
  added: readonly ChainReport[]
}

/**
 * The change that turns the valid entries of a log into these reports, in this order. From the first difference on, all
 * entries are invalidated and reported again. `end` is the end of the reports; entries may follow it.
 */
export function reconcile(entries: readonly ChainEntryRow[], reports: readonly ChainReport[], end: number): Difference {
  let same = 0
  while (same < reports.length && isSame(entries[same], reports[same])) same += 1
  const [rest, added] = [entries.slice(same), reports.slice(same)]
  const isRight = added.length === 0 && rest.every((entry) => entry.position >= end || isLater(entry, end))
  return { replaced: isRight ? [] : rest.map(({ seq }) => seq), added }
}

/** The end of an opening has no position; it may still be in the future. */
function isLater({ kind }: ChainEntryRow, end: number): boolean {
  return kind === 'opening_ended' && end !== Number.POSITIVE_INFINITY
}

function isSame(entry: ChainEntryRow | undefined, report: ChainReport | undefined): boolean {
  return entry?.position === report?.position && entry?.digest === report?.digest
}
