import type { Pending } from '#rules/store/Events.ts'

type Read = (range: { after: number; limit: number }) => Promise<Pending[]>

/** The next deliveries of a rule in memory; the table holds all of them. */
export type PendingQueue = {
  /** Adds a delivery, unless the table has others before it that were not read yet. */
  add(delivery: Pending): void
  /** The next delivery, read from the table if it has more. */
  head(): Promise<Pending | undefined>
  shift(): void
  expectMore(): void
  /** Reads everything again. */
  forget(): void
  isEmpty(): boolean
}

const READ = 100
const QUEUE_MAX = 500

export function createPendingQueue(read: Read): PendingQueue {
  let queue: Pending[] = []
  let tail = 0
  let hasMore = false
  /** Counts the signs that the table has more, so that a sign during a read is not lost. */
  let signs = 0
  const expectMore = () => {
    hasMore = true
    signs += 1
  }
  return {
    add(delivery) {
      if (delivery.position <= tail) return
      if (hasMore || queue.length >= QUEUE_MAX) return expectMore()
      queue.push(delivery)
      tail = delivery.position
    },
    async head() {
      if (queue.length > 0 || !hasMore) return queue[0]
      const before = signs
      const rows = await read({ after: tail, limit: READ })
      queue.push(...rows)
      tail = queue.at(-1)?.position ?? tail
      hasMore = rows.length === READ || signs !== before
      return queue[0]
    },
    shift: () => void queue.shift(),
    expectMore,
    forget() {
      queue = []
      tail = 0
      expectMore()
    },
    isEmpty: () => queue.length === 0 && !hasMore,
  }
}
