export type ConcurrencyLimit = {
  /** Calls `begin` with the caller's backlog: at once below the limit, else when one of the caller's requests ends. */
  run(caller: string, begin: Begin): void
}

type Begin = (backlog: number) => Promise<unknown>
type Load = { inFlight: Set<{ startedAt: number }>; queue: Begin[]; timer?: NodeJS.Timeout | undefined }
type State = Bounds & { loads: Map<string, Load> }

type Bounds = {
  /** Requests in flight per caller. */
  max: number
  /** A request in flight for longer, such as a stream, no longer counts. */
  countedMs: number
}

const BOUNDS: Bounds = { max: 64, countedMs: 250 }

/**
 * Limits the requests in flight per caller. A thousand concurrent writes that wait for one lock would otherwise all be
 * decoded and held in memory; a queued one has cost no more than its parsing.
 */
export function createConcurrencyLimit(bounds: Partial<Bounds> = {}): ConcurrencyLimit {
  const state: State = { ...BOUNDS, ...bounds, loads: new Map() }
  return {
    run(caller, begin) {
      const load = state.loads.get(caller) ?? open(state, caller)
      if (load.inFlight.size < state.max) return start(state, caller, { load, begin })
      load.queue.push(begin)
      load.timer ??= setTimeout(releaseSlow, state.countedMs, state, caller, load)
    },
  }
}

function open({ loads }: State, caller: string): Load {
  const load: Load = { inFlight: new Set(), queue: [] }
  loads.set(caller, load)
  return load
}

function startNext(state: State, caller: string, load: Load): void {
  while (load.inFlight.size < state.max) {
    const begin = load.queue.shift()
    if (!begin) break
    start(state, caller, { load, begin })
  }
  if (load.inFlight.size > 0) return
  clearTimeout(load.timer)
  state.loads.delete(caller)
}

function start(state: State, caller: string, { load, begin }: { load: Load; begin: Begin }): void {
  const request = { startedAt: performance.now() }
  load.inFlight.add(request)
  const done = () => {
    if (load.inFlight.delete(request)) startNext(state, caller, load)
  }
  begin(load.queue.length).then(done, done)
}

function releaseSlow(state: State, caller: string, load: Load): void {
  load.timer = undefined
  const since = performance.now() - state.countedMs
  for (const request of load.inFlight) if (request.startedAt <= since) load.inFlight.delete(request)
  startNext(state, caller, load)
  if (load.queue.length > 0) load.timer ??= setTimeout(releaseSlow, state.countedMs, state, caller, load)
}
