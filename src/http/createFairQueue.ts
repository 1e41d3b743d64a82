import { createRoundRobin, type RoundRobin } from '#core/createRoundRobin.ts'

export type FairQueue = {
  /** Calls `begin` at once while the queue is empty and this turn of the event loop has time left, else when it is the caller's turn. */
  run(caller: () => string, begin: () => void): void
}

type State = {
  sliceMs: number
  /** Queued requests by caller. */
  queued: RoundRobin<() => void>
  /** Scheduled callbacks, each of which starts one queued request. */
  slots: number
  /** When this turn's time slice ends; undefined before the first start of a turn. */
  endsAt: number | undefined
}

/** Time per turn of the event loop for starting requests; at normal load nothing is ever queued. */
const SLICE_MS = 2
const SLOTS_MAX = 16

/** Starts requests round-robin by caller, so that a request waits behind one request of each caller, not behind a burst. */
export function createFairQueue(sliceMs = SLICE_MS): FairQueue {
  const state: State = { sliceMs, queued: createRoundRobin(), slots: 0, endsAt: undefined }
  return {
    run(caller, begin) {
      if (state.queued.size() === 0 && hasTime(state)) begin()
      else {
        state.queued.add(caller(), begin)
        scheduleSlot(state)
      }
    },
  }
}

function hasTime(state: State): boolean {
  if (state.endsAt !== undefined) return performance.now() < state.endsAt
  state.endsAt = performance.now() + state.sliceMs
  setImmediate(endTurn, state)
  return true
}

function endTurn(state: State): void {
  state.endsAt = undefined
}

/** One setImmediate per slot, so that the microtasks of one request run before the next request starts. */
function scheduleSlot(state: State): void {
  if (state.slots >= Math.min(SLOTS_MAX, state.queued.size())) return
  state.slots++
  setImmediate(runSlot, state)
}

function runSlot(state: State): void {
  state.slots--
  if (state.queued.size() > 0 && hasTime(state)) state.queued.take()?.()
  scheduleSlot(state)
}
