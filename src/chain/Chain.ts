import type { Address, Hex } from 'viem'
import type { ChainFacts } from './ChainFacts.ts'
import type { Fees, Urgency } from './Fees.ts'
import type { Head } from './HeadWatch.ts'
import type * as JsonRpc from './JsonRpc.ts'
import type * as Multicall from './Multicall.ts'
import type { Reading } from './read.ts'
import type { StateOverride } from './StateOverride.ts'
import type { Simulated, Simulation } from './simulate.ts'

export type CallRequest = {
  /** Without it `data` is creation code that returns its answer: a lens that needs no deployment. */
  to?: Address
  data: Hex
  from?: Address
  value?: bigint
  gas?: bigint
  /** The newest block unless said. */
  block?: bigint
  stateOverride?: StateOverride
}

export type ChainHealth = {
  chainId: number
  name: string
  /** From the last use: `degraded` when it failed or no provider is in service. */
  status: 'ok' | 'degraded' | 'unused'
  head: bigint | undefined
  /** Milliseconds between that block's own time and now. */
  headAgeMs: number | undefined
  /** Milliseconds since it was seen. */
  headSeenMs: number | undefined
  rpcLatencyMs: number | undefined
  /** Unknown until `probe` has looked. */
  missingContracts: readonly string[] | undefined
  providers: {
    breaker: 'closed' | 'open' | 'half-open'
    latencyMs: number | undefined
    lastFailure: string | undefined
  }[]
}

/**
 * One chain. Every operation is served by one provider, whole, or fails with `unavailable` at its deadline;
 * a call that runs and reverts throws `CallReverted`. Equal operations at the same time share one round trip.
 */
export type Chain = {
  id: number
  facts: ChainFacts
  /** One `eth_call`. */
  call(request: CallRequest): Promise<Hex>
  /** Many calls at one block in one round trip; each may fail on its own. */
  read(calls: readonly Multicall.Call[], options?: { block?: bigint }): Promise<Reading>
  /** Any method that changes nothing. */
  request(method: string, params: readonly unknown[]): Promise<unknown>
  /** Several requests in one round trip; the first that failed is thrown. */
  batch(requests: readonly JsonRpc.Request[]): Promise<unknown[]>
  /** Kept for the chain's block time, at most a second; under a head watch until the next block. */
  state<T>(key: string, load: () => Promise<T>): Promise<T>
  /** Kept for good: only for what can never change. */
  forever<T>(key: string, load: () => Promise<T>): Promise<T>
  fees(urgency: Urgency): Promise<Fees>
  /** Runs transactions without sending them. */
  simulate(simulation: Simulation): Promise<Simulated>
  /**
   * The same chain, read from two providers that agree: for everything that decides where money goes. `call`, `read`,
   * `batch`, `request` and `simulate` ask two providers in parallel at one block and throw `unavailable` with the detail
   * `PROVIDERS_DISAGREE` where they differ (gas figures and logs are not compared); `fees` takes the lower offer.
   * With one provider it behaves as the chain itself: check `isSingleProvider()`.
   */
  agreed(): Chain
  /** Whether answers rest on one provider: only one is configured, or a recent agreed read got one answer. */
  isSingleProvider(): boolean
  /** The same chain, whose operations all end within the time given from now. */
  within(deadlineMs: number): Chain
  /** Follows the newest block while `state` is in use; stops when the function it gives back is called. */
  watch(): () => void
  /** Hands in a block that someone else saw, such as an indexer. */
  observe(head: Head): void
  /** From what is known; asks nothing. */
  health(): ChainHealth
  /** Asks for the newest block and the expected contracts, then reports. */
  probe(): Promise<ChainHealth>
}
