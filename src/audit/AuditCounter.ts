import type { AuditEntry, AuditEvent } from '#core/AuditLog.ts'

/** Entries of the running minute, counted instead of listed: a flood of them is a few rows. */
export type AuditTally = Map<string, CountedEntry>

export type CountedEntry = AuditEntry & { count: number }

/** Rows a minute for what belongs to nobody; those with a target have their own room, so that none crowds them out. */
const NOBODYS_MAX = 100
const TALLY_MAX = 1000

/** Counts an entry with those of the same event, target, address and reason. */
export function add(tally: AuditTally, entry: AuditEntry, reason: string): void {
  const { event, target, address } = entry
  const isFull = tally.size >= (target === null ? NOBODYS_MAX : TALLY_MAX)
  const name = [event, target, address, reason].join('\n')
  const known = tally.get(name) ?? (isFull ? tally.get(event) : undefined)
  if (known) known.count++
  else tally.set(isFull ? event : name, { ...(isFull ? othersOf(event) : entry), count: 1 })
}

/** Puts back what could not be written. */
export function restore(tally: AuditTally, taken: AuditTally): void {
  for (const [name, entry] of taken) tally.set(name, { ...entry, count: entry.count + (tally.get(name)?.count ?? 0) })
}

/** What happened beyond the rows a minute may have. */
function othersOf(event: AuditEvent): AuditEntry {
  return { event, developerId: null, target: null, actor: null, address: null, detail: 'others' }
}
