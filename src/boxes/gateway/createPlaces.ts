/** Places for calls in progress, `max` for each key. */
export type Places = {
  /** Takes a place and returns the function that frees it; undefined when all are taken. */
  take(key: string): (() => void) | undefined
}

export function createPlaces(max: number): Places {
  const taken = new Map<string, number>()
  const change = (key: string, by: number) => {
    const count = (taken.get(key) ?? 0) + by
    if (count > 0) taken.set(key, count)
    else taken.delete(key)
  }
  return {
    take(key) {
      if ((taken.get(key) ?? 0) >= max) return undefined
      change(key, 1)
      return () => change(key, -1)
    },
  }
}
