/** A queue with one line per owner. */
export type RoundRobin<Item> = {
  add(owner: string, item: Item): void
  /** The next item; its owner moves to the end. */
  take(): Item | undefined
  size(): number
}

/** Takes one item of each owner in turn, so that an item waits behind one of each owner, not behind a burst. */
export function createRoundRobin<Item>(): RoundRobin<Item> {
  const lines = new Map<string, Item[]>()
  let size = 0
  return {
    add(owner, item) {
      const line = lines.get(owner)
      if (line) line.push(item)
      else lines.set(owner, [item])
      size++
    },
    take() {
      for (const [owner, line] of lines) {
        lines.delete(owner)
        if (line.length > 1) lines.set(owner, line)
        size--
        return line.shift()
      }
      return undefined
    },
    size: () => size,
  }
}
