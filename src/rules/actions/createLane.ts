import type { Pending } from '#rules/store/Events.ts'
import { createPendingQueue } from './createPendingQueue.ts'
import type { Slots } from './createSlots.ts'

/** The end of an attempt: the delivery is sent or given up, or is retried at a given time. */
export type Settled = { kind: 'done' } | { kind: 'retry'; at: number }

export type LaneOptions = {
  /** Waiting deliveries of a rule after a position, in order. */
  read(ruleId: string, range: { after: number; limit: number }): Promise<Pending[]>
  /** Attempts a delivery and stores the outcome. */
  attempt(delivery: Pending): Promise<Settled>
  /** Slots for receivers whose last answer was good, and for those whose last answer was bad. */
  slots: { healthy: Slots; ailing: Slots }
  failed(error: unknown): void
  /** Called when nothing waits any more. */
  emptied(ruleId: string): void
  now(): number
}

/** The deliveries of one rule, sent one after another. */
export type Lane = AsyncDisposable & {
  /** Adds a delivery that was just committed. */
  add(delivery: Pending): void
  /** Reads deliveries that other processes have written. */
  readMore(): void
}

const PAUSE_MS = 1_000

export function createLane(ruleId: string, options: LaneOptions): Lane {
  const queue = createPendingQueue((range) => options.read(ruleId, range))
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function wake(): void {
    if (running || isClosed) return
    clearTimeout(timer)
    running = drain().catch(recover).then(rest)
  }

  /** Sends until nothing is left; returns how long to wait for the next attempt. */
  async function drain(): Promise<number | undefined> {
    for (let head = await queue.head(); head && !isClosed; head = await queue.head()) {
      const wait = head.nextAttemptAt - options.now()
      if (wait > 0) return wait
      await send(head)
    }
    return undefined
  }

  async function send(head: Pending): Promise<void> {
    const slots = head.attempts > 0 ? options.slots.ailing : options.slots.healthy
    const settled = await slots.run(head.developerId, () => attempt(head))
    if (settled.kind === 'done') queue.shift()
    else Object.assign(head, { attempts: head.attempts + 1, nextAttemptAt: settled.at })
  }

  async function attempt(head: Pending): Promise<Settled> {
    return isClosed ? { kind: 'retry', at: options.now() } : options.attempt(head)
  }

  /** The queue in memory may be stale after a failure, so it is read again. */
  function recover(error: unknown): number {
    options.failed(error)
    queue.forget()
    return PAUSE_MS
  }

  function rest(waitMs: number | undefined): void {
    running = undefined
    if (isClosed) return
    if (waitMs !== undefined) timer = setTimeout(wake, waitMs).unref()
    else if (queue.isEmpty()) options.emptied(ruleId)
    else wake()
  }

  return {
    add(delivery) {
      queue.add(delivery)
      wake()
    },
    readMore() {
      queue.expectMore()
      wake()
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
