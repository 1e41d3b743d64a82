type Limits = {
  /** Jobs at once. */
  max: number
  /** Jobs of one owner at once. */
  ownerMax: number
}

/** Runs jobs of many owners at once; owners take turns, and none can hold all slots. */
export type Slots = { run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> }

export function createSlots({ max, ownerMax }: Limits): Slots {
  const running = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()
  let total = 0

  function enter(owner: string): void {
    total += 1
    running.set(owner, (running.get(owner) ?? 0) + 1)
  }
  function leave(owner: string): void {
    total -= 1
    const left = (running.get(owner) ?? 1) - 1
    if (left > 0) running.set(owner, left)
    else running.delete(owner)
    admitNext()
  }
  /** The owner who is served moves to the end of the line. */
  function admitNext(): void {
    const owner = waiting.keys().find((one) => (running.get(one) ?? 0) < ownerMax)
    const line = owner === undefined ? undefined : waiting.get(owner)
    if (owner === undefined || !line || total >= max) return
    waiting.delete(owner)
    const admit = line.shift()
    if (line.length > 0) waiting.set(owner, line)
    enter(owner)
    admit?.()
  }
  return {
    async run(owner, work) {
      if (total < max && (running.get(owner) ?? 0) < ownerMax) enter(owner)
      else
        await new Promise<void>((admit) => {
          const line = waiting.get(owner) ?? []
          line.push(admit)
          waiting.set(owner, line)
        })
      try {
        return await work()
      } finally {
        leave(owner)
      }
    },
  }
}
