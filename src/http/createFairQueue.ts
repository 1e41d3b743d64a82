export type FairQueue = {
  /** Waits until this caller may go on: the next of each caller in turn, a few in each turn of the event loop. */
  next(caller: string): Promise<void>
}

/** So many together keep the event loop from everybody else for about a millisecond. */
const PER_TURN = 4

/**
 * Where requests go on that had to wait before they were let in. A burst of one caller waits for the same answers of the
 * database; were all of it to go on at the moment they come, whoever else asks would stand behind the whole burst.
 */
export function createFairQueue(perTurn = PER_TURN): FairQueue {
  const lines = new Map<string, (() => void)[]>()
  const run = () => {
    for (let begun = 0; begun < perTurn; begun++) beginNext(lines)
    if (lines.size > 0) setImmediate(run)
  }
  return {
    next(caller) {
      const { promise, resolve } = Promise.withResolvers<void>()
      if (lines.size === 0) setImmediate(run)
      const line = lines.get(caller)
      if (line) line.push(resolve)
      else lines.set(caller, [resolve])
      return promise
    },
  }
}

function beginNext(lines: Map<string, (() => void)[]>): void {
  for (const [caller, line] of lines) {
    lines.delete(caller)
    line.shift()?.()
    if (line.length > 0) lines.set(caller, line)
    return
  }
}
