import { ApiError } from '#core/ApiError.ts'
import * as Cache from './Cache.ts'
import type { ChainFacts } from './ChainFacts.ts'
import * as HeadWatch from './HeadWatch.ts'
import * as Provider from './Provider.ts'
import { type Operation, runOnProviders } from './runOnProviders.ts'

/** What the operations of one chain share. */
export type ChainState = {
  facts: ChainFacts
  clock: Provider.Clock
  deadlineMs: number
  providers: Provider.Provider[]
  cache: Cache.Cache
  flights: ReturnType<typeof Cache.createFlights>
  watch: HeadWatch.HeadWatch | undefined
  /** Filled in by use: health is told from it. */
  seen: {
    head?: { number: bigint; timestamp?: bigint; at: number }
    hash?: string
    missing?: string[]
    lastFailed?: boolean
  }
}

export type ChainStateOptions = { clock: Provider.Clock; deadlineMs: number }

export function create(facts: ChainFacts, { clock, deadlineMs }: ChainStateOptions): ChainState {
  return {
    facts,
    clock,
    deadlineMs,
    providers: facts.rpcUrls.map((url) => Provider.create(url, facts.id, clock)),
    cache: Cache.create(),
    flights: Cache.createFlights(),
    watch: undefined,
    seen: {},
  }
}

/** Runs an operation on the chain's providers, once for all who ask for the same at the same time. */
export function run<T>(state: ChainState, key: string, operation: Operation<T>): Promise<T> {
  return state.flights(key, async () => {
    try {
      const value = await runOnProviders(state.providers, operation, state.clock.now() + state.deadlineMs)
      state.seen.lastFailed = false
      return value
    } catch (error) {
      state.seen.lastFailed = error instanceof ApiError && error.code === 'unavailable'
      throw error
    }
  })
}

/** Takes note of a block that a read came from. */
export function note(state: ChainState, number: bigint, timestamp?: bigint): void {
  state.seen.head = { number, ...(timestamp !== undefined && { timestamp }), at: state.clock.now() }
}

export function close({ watch, providers }: ChainState): void {
  if (watch) HeadWatch.stop(watch)
  for (const { http } of providers) http.close()
}
