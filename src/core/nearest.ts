/** The candidate closest to a name: one that contains it or is contained in it, else the one at the smallest edit distance. */
export function nearest(name: string, candidates: readonly string[]): string {
  const wanted = name.toLowerCase()
  const distance = (candidate: string) => {
    const own = candidate.toLowerCase()
    return own.includes(wanted) || wanted.includes(own) ? 0.5 : editDistance(wanted, own)
  }
  return candidates.reduce((best, candidate) => (distance(candidate) < distance(best) ? candidate : best))
}

/** The nearest candidate, if it is at most two letters away or one contains the other. */
export function nearestSimilar(name: string, candidates: readonly string[]): string | undefined {
  const found = nearest(name, candidates)
  const [wanted, own] = [name.toLowerCase(), found.toLowerCase()]
  return own.includes(wanted) || wanted.includes(own) || editDistance(wanted, own) <= 2 ? found : undefined
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
