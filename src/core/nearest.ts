const CONTAINED_MIN = 3

/** The candidate close to a name: one that contains it or is contained in it, or has few letters changed. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const given = name.toLowerCase()
  const distance = (candidate: string) => {
    const known = candidate.toLowerCase()
    const shorter = Math.min(given.length, known.length)
    if (shorter >= CONTAINED_MIN && (known.includes(given) || given.includes(known))) return 0.5
    const changes = editDistance(given, known)
    return changes <= Math.max(1, Math.floor(shorter / 3)) ? changes : Number.POSITIVE_INFINITY
  }
  const [best] = candidates
    .map((candidate) => ({ candidate, changes: distance(candidate) }))
    .filter(({ changes }) => Number.isFinite(changes))
    .toSorted((a, b) => a.changes - b.changes)
  return best?.candidate
}

const LISTED_MAX = 12

/** The advice for an unknown name: the similar known name, or all known names. */
export function insteadOf(name: string, candidates: readonly string[]): string {
  const close = nearest(name, candidates)
  if (close !== undefined) return `send ${close} instead`
  const listed = candidates.slice(0, LISTED_MAX).join(', ')
  return `known names: ${listed}${candidates.length > LISTED_MAX ? ', …' : ''}`
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
