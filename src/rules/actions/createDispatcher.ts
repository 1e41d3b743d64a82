import type { Pending } from '#rules/store/Events.ts'
import { createLane, type Lane, type LaneOptions } from './createLane.ts'
import { createSlots } from './createSlots.ts'

type Options = Pick<LaneOptions, 'read' | 'attempt' | 'failed' | 'now'> & {
  /** The rules with queued deliveries. */
  waitingRules(): Promise<string[]>
}

/** Sends the deliveries of each rule one after another, and those of different rules at once. */
export type Dispatcher = AsyncDisposable & {
  /** Takes deliveries that were just committed. */
  take(deliveries: readonly Pending[]): void
  /** Looks for deliveries that other processes have written. */
  refresh(): Promise<void>
}

const HEALTHY = { max: 256, ownerMax: 32 }
/** Separate, so that failing receivers cannot take the slots of others. */
const AILING = { max: 64, ownerMax: 4 }

export function createDispatcher({ waitingRules, ...options }: Options): Dispatcher {
  const lanes = new Map<string, Lane>()
  const slots = { healthy: createSlots(HEALTHY), ailing: createSlots(AILING) }
  const emptied = (ruleId: string) => void lanes.delete(ruleId)

  function laneOf(ruleId: string): Lane {
    const lane = lanes.get(ruleId) ?? createLane(ruleId, { ...options, slots, emptied })
    lanes.set(ruleId, lane)
    return lane
  }
  return {
    take(deliveries) {
      for (const delivery of deliveries) laneOf(delivery.ruleId).add(delivery)
    },
    async refresh() {
      for (const ruleId of await waitingRules()) laneOf(ruleId).readMore()
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(lanes.values().map((lane) => lane[Symbol.asyncDispose]()))
    },
  }
}
