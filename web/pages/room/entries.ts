import type { Entry } from '../../api/arena.ts'

/** The known entries of a room: without a gap, oldest first. */
export type Entries = readonly Entry[]

export function lastSeq(entries: Entries): number {
  return entries.at(-1)?.seq ?? 0
}

/** Adds entries after the newest. Known ones are left out; one that would leave a gap waits for those in between. */
export function append(entries: Entries, news: Entries): Entries {
  const added: Entry[] = []
  let last = lastSeq(entries)
  for (const entry of news.toSorted((a, b) => a.seq - b.seq)) {
    if (entry.seq !== last + 1 && (last > 0 || added.length > 0)) continue
    added.push(entry)
    last = entry.seq
  }
  return added.length === 0 ? entries : [...entries, ...added]
}

/** Whether one of the new entries comes after a gap. */
export function leavesGap(entries: Entries, news: Entries): boolean {
  const last = lastSeq(append(entries, news))
  return news.some(({ seq }) => seq > last)
}

/** Adds older entries before the oldest one. */
export function prepend(entries: Entries, older: Entries): Entries {
  const first = entries[0]?.seq ?? Number.POSITIVE_INFINITY
  const added = older.filter(({ seq }) => seq < first)
  return added.length === 0 ? entries : [...added, ...entries]
}

/** Puts an entry that has changed, such as a redacted one, in its place. */
export function replace(entries: Entries, changed: Entry): Entries {
  return entries.map((entry) => (entry.id === changed.id ? changed : entry))
}
