/** The URL of a list that reads at least as many items as are shown, so that pages loaded before are read with it. */
export function urlOfShown(url: string, shown: number): string {
  const whole = new URL(url, location.origin)
  const limit = Math.max(Number(whole.searchParams.get('limit')), shown)
  whole.searchParams.set('limit', String(limit))
  return `${whole.pathname}${whole.search}`
}

/** The shown items that a fresh read did not cover, such as a page that was loaded meanwhile. */
export function shownBeyond<Item>(
  read: readonly Item[],
  shown: readonly Item[],
  keyOf: (item: Item) => string,
): Item[] {
  const known = new Set(read.map(keyOf))
  return shown.slice(read.length).filter((item) => !known.has(keyOf(item)))
}
