import type { ParticipantRow } from '#arena/store/tables.ts'

/** The participants that a text mentions as `@name` or `@id`, in their given order; the longest matching name wins. */
export function mentions(text: string, participants: readonly Pick<ParticipantRow, 'id' | 'name'>[]): string[] {
  if (!text.includes('@')) return []
  let rest = text.toLowerCase()
  const found = new Set<string>()
  for (const { id, name } of participants.toSorted((a, b) => b.name.length - a.name.length))
    for (const handle of [`@${name.toLowerCase()}`, `@${id}`]) {
      const without = rest.replaceAll(patternOf(handle), ' ')
      if (without !== rest) found.add(id)
      rest = without
    }
  return participants.filter(({ id }) => found.has(id)).map(({ id }) => id)
}

/** Whole words only: `@ann` is not in `@anna`, nor in `mail@ann`. */
function patternOf(handle: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])${RegExp.escape(handle)}(?![\\p{L}\\p{N}_])`, 'gu')
}
