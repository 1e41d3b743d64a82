export type FairQueue = {
  /** Begins at once while nobody waits and this turn of the event loop has time left; else when it is the caller's turn. */
  run(caller: () => string, begin: () => void): void
}

type Line = (() => void)[]

type State = {
  sliceMs: number
  /** The next of each caller in turn: whoever has just begun something goes to the end. */
  lines: Map<string, Line>
  waiting: number
  /** How many places in coming turns of the event loop are taken for those who wait. */
  places: number
  /** When the time of this turn is used up; undefined before anything has begun in it. */
  endsAt: number | undefined
}

/** So long may what begins keep the event loop from everybody else; a service that is well does more requests in it than it gets together. */
const SLICE_MS = 2
/** At most so many begin in a turn, each with all that follows from it at once. */
const PLACES_MAX = 16

/**
 * A burst of one caller arrives together, and waits for the same answers of the database. Were all of it to go on at
 * once, whoever else asks would stand behind the whole burst; here he stands behind one request of each caller.
 */
export function createFairQueue(sliceMs = SLICE_MS): FairQueue {
  const state: State = { sliceMs, lines: new Map(), waiting: 0, places: 0, endsAt: undefined }
  return {
    run(caller, begin) {
      if (state.waiting === 0 && hasTime(state)) begin()
      else {
        enqueue(state, caller(), begin)
        takePlace(state)
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

function enqueue(state: State, caller: string, begin: () => void): void {
  const line = state.lines.get(caller)
  if (line) line.push(begin)
  else state.lines.set(caller, [begin])
  state.waiting++
}

/** A place is a callback of its own, because only after it the promises run that what it began has settled. */
function takePlace(state: State): void {
  if (state.places >= Math.min(PLACES_MAX, state.waiting)) return
  state.places++
  setImmediate(usePlace, state)
}

function usePlace(state: State): void {
  state.places--
  if (state.waiting > 0 && hasTime(state)) beginNext(state)
  takePlace(state)
}

function beginNext(state: State): void {
  for (const [caller, line] of state.lines) {
    state.lines.delete(caller)
    if (line.length > 1) state.lines.set(caller, line)
    state.waiting--
    line.shift()?.()
    return
  }
}
