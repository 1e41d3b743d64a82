import { isUnavailable } from '#core/ApiError.ts'
import * as Cache from './Cache.ts'
import type { ChainFacts } from './ChainFacts.ts'
import * as HeadWatch from './HeadWatch.ts'
import * as Provider from './Provider.ts'
import { type Operation, runOnProviders } from './runOnProviders.ts'

/** The state shared by the operations of one chain. */
export type ChainState = {
  facts: ChainFacts
  clock: Provider.Clock
  deadlineMs: number
  /** Shared by the providers. */
  identity: Provider.Identity
  providers: Provider.Provider[]
  cache: Cache.Cache
  flights: ReturnType<typeof Cache.createFlights>
  watch: HeadWatch.HeadWatch | undefined
  /** Observations for `health`. */
  seen: {
    head?: { number: bigint; timestamp?: bigint; at: number }
    hash?: string
    missing?: string[]
    lastFailed?: boolean
    singleUntil?: number
    disagreements: number
  }
}

/** Longer than a cached read lives. */
const SINGLE_PROVIDER_MS = 2000

export type ChainStateOptions = { clock: Provider.Clock; deadlineMs: number }

export function create(facts: ChainFacts, { clock, deadlineMs }: ChainStateOptions): ChainState {
  const cache = Cache.create()
  // Answers since the provider's last check may be of the other chain.
  const identity: Provider.Identity = { chainId: facts.id, onMismatch: () => Cache.clear(cache) }
  return {
    facts,
    clock,
    deadlineMs,
    identity,
    providers: facts.rpcUrls.map((url) => Provider.create(url, identity, clock)),
    cache,
    flights: Cache.createFlights(),
    watch: undefined,
    seen: { disagreements: 0 },
  }
}

/** Runs an operation on the chain's providers; equal keys at the same time share one run. */
export function run<T>(state: ChainState, key: string, operation: Operation<T>): Promise<T> {
  return state.flights(key, () => runOn(state, state.providers, operation))
}

/** Runs an operation on some of the chain's providers. */
export async function runOn<T>(
  state: ChainState,
  providers: readonly Provider.Provider[],
  operation: Operation<T>,
): Promise<T> {
  try {
    const value = await runOnProviders(providers, operation, state.clock.now() + state.deadlineMs)
    state.seen.lastFailed = false
    return value
  } catch (error) {
    state.seen.lastFailed = isUnavailable(error)
    throw error
  }
}

/** Records that a read meant for two providers was answered by one. */
export function noteSingleProvider(state: ChainState): void {
  state.seen.singleUntil = state.clock.now() + SINGLE_PROVIDER_MS
}

/** Whether an answer that is in use now may depend on one provider only. */
export function isSingleProvider({ providers, seen, clock }: ChainState): boolean {
  return providers.length < 2 || clock.now() < (seen.singleUntil ?? 0)
}

/** Records the block of a read. */
export function note(state: ChainState, number: bigint, timestamp?: bigint): void {
  state.seen.head = { number, ...(timestamp !== undefined && { timestamp }), at: state.clock.now() }
}

export function close({ watch, providers }: ChainState): void {
  if (watch) HeadWatch.stop(watch)
  for (const { http } of providers) http.close()
}
