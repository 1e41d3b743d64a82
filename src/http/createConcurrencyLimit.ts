export type ConcurrencyLimit = {
  /** Calls `begin` with the caller's backlog: at once below the limit, else when one of the caller's requests ends. */
  run(caller: string, begin: Begin): void
  /** Records a request of a caller that is not limited. */
  note(caller: string): void
}

type Begin = (backlog: number) => Promise<unknown>
type Load = { inFlight: Set<{ startedAt: number }>; queue: Begin[]; timer?: NodeJS.Timeout | undefined }
type Seen = { readonly caller: string; readonly at: number }
type State = Options & { loads: Map<string, Load>; latest?: Seen; other?: Seen }

type Bounds = {
  /** Requests in flight per caller. */
  max: number
  /** A request in flight for longer, such as a stream, no longer counts. */
  countedMs: number
}

type Options = Bounds & {
  /** The bounds while there are other callers, who wait for the work of everything in flight. */
  shared?: Bounds | undefined
}

const BOUNDS: Bounds = { max: 64, countedMs: 250 }
/** Another caller counts for this long after its last request. */
const SHARED_MS = 1_000

/**
 * Limits the requests in flight per caller. A thousand concurrent writes that wait for one lock would otherwise all be
 * decoded and held in memory; a queued one has cost no more than its parsing.
 */
export function createConcurrencyLimit(options: Partial<Options> = {}): ConcurrencyLimit {
  const state: State = { ...BOUNDS, ...options, loads: new Map() }
  return {
    note: (caller) => note(state, caller),
    run(caller, begin) {
      note(state, caller)
      const load = state.loads.get(caller) ?? open(state, caller)
      const { max, countedMs } = boundsOf(state, caller)
      if (load.inFlight.size < max) return start(state, caller, { load, begin })
      load.queue.push(begin)
      load.timer ??= setTimeout(releaseSlow, countedMs, state, caller, load)
    },
  }
}

/** Keeps the last request of the latest caller, and of the latest other one. */
function note(state: State, caller: string): void {
  if (state.latest && state.latest.caller !== caller) state.other = state.latest
  state.latest = { caller, at: performance.now() }
}

function boundsOf(state: State, caller: string): Bounds {
  const { shared, latest, other } = state
  const neighbour = latest?.caller === caller ? other : latest
  return shared && neighbour && performance.now() - neighbour.at < SHARED_MS ? shared : state
}

function open({ loads }: State, caller: string): Load {
  const load: Load = { inFlight: new Set(), queue: [] }
  loads.set(caller, load)
  return load
}

function startNext(state: State, caller: string, load: Load): void {
  const { max } = boundsOf(state, caller)
  while (load.inFlight.size < max) {
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
  const { countedMs } = boundsOf(state, caller)
  const since = performance.now() - countedMs
  for (const request of load.inFlight) if (request.startedAt <= since) load.inFlight.delete(request)
  startNext(state, caller, load)
  if (load.queue.length > 0) load.timer ??= setTimeout(releaseSlow, countedMs, state, caller, load)
}
