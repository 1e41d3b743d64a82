import type { AuditEntry, AuditEvent } from '#core/AuditLog.ts'

/** Entries of the current minute, counted instead of listed, so that a flood becomes a few rows. */
export type AuditCounter = Map<string, CountedEntry>

export type CountedEntry = AuditEntry & { count: number }

/** Rows per minute without a target; rows with one have a limit of their own, so that a flood cannot displace them. */
const UNTARGETED_MAX = 100
const TARGETED_MAX = 1000

/** Counts an entry with those of the same event, target, address and reason. */
export function add(counter: AuditCounter, entry: AuditEntry, reason: string): void {
  const { event, target, address } = entry
  const isFull = counter.size >= (target === null ? UNTARGETED_MAX : TARGETED_MAX)
  const name = [event, target, address, reason].join('\n')
  const known = counter.get(name) ?? (isFull ? counter.get(event) : undefined)
  if (known) known.count++
  else counter.set(isFull ? event : name, { ...(isFull ? othersOf(event) : entry), count: 1 })
}

/** Adds entries that could not be written. */
export function restore(counter: AuditCounter, taken: AuditCounter): void {
  for (const [name, entry] of taken)
    counter.set(name, { ...entry, count: entry.count + (counter.get(name)?.count ?? 0) })
}

/** Collects entries beyond the limit of a minute. */
function othersOf(event: AuditEvent): AuditEntry {
  return { event, developerId: null, target: null, actor: null, address: null, detail: 'others' }
}
