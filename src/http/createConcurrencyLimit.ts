export type ConcurrencyLimit = {
  /** Begins at once while few of this caller's are under way, else when one of them is done; told how many more of his wait. */
  run(caller: string, begin: Begin): void
}

type Begin = (waiting: number) => Promise<unknown>
/** What has begun and counts, by when it began; what waits, and the timer that looks for those that take long meanwhile. */
type Load = { underWay: Set<{ startedAt: number }>; line: Begin[]; timer?: NodeJS.Timeout | undefined }
type State = Bounds & { loads: Map<string, Load> }

type Bounds = {
  /** So many of one caller are under way at a time. */
  max: number
  /** Whatever takes longer, such as an answer that is streamed, is not counted any more. */
  countedMs: number
}

const BOUNDS: Bounds = { max: 64, countedMs: 250 }

/**
 * A thousand requests that one caller sends at once, and that wait for the same lock, would all be decoded, held and
 * collected while others are served. Here those beyond a few have cost no more than their parsing until it is their turn.
 */
export function createConcurrencyLimit(bounds = BOUNDS): ConcurrencyLimit {
  const state: State = { ...bounds, loads: new Map() }
  return {
    run(caller, begin) {
      const load = state.loads.get(caller) ?? open(state, caller)
      if (load.underWay.size < state.max) return start(state, caller, { load, begin })
      load.line.push(begin)
      load.timer ??= setTimeout(passOver, state.countedMs, state, caller, load)
    },
  }
}

function open({ loads }: State, caller: string): Load {
  const load: Load = { underWay: new Set(), line: [] }
  loads.set(caller, load)
  return load
}

function startNext(state: State, caller: string, load: Load): void {
  while (load.underWay.size < state.max) {
    const begin = load.line.shift()
    if (!begin) break
    start(state, caller, { load, begin })
  }
  if (load.underWay.size > 0) return
  clearTimeout(load.timer)
  state.loads.delete(caller)
}

function start(state: State, caller: string, { load, begin }: { load: Load; begin: Begin }): void {
  const one = { startedAt: performance.now() }
  load.underWay.add(one)
  const done = () => {
    if (load.underWay.delete(one)) startNext(state, caller, load)
  }
  begin(load.line.length).then(done, done)
}

function passOver(state: State, caller: string, load: Load): void {
  load.timer = undefined
  const since = performance.now() - state.countedMs
  for (const one of load.underWay) if (one.startedAt <= since) load.underWay.delete(one)
  startNext(state, caller, load)
  if (load.line.length > 0) load.timer ??= setTimeout(passOver, state.countedMs, state, caller, load)
}
