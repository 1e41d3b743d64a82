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
  /** If omitted, `data` is creation code that returns its result: a lens that needs no deployment. */
  to?: Address
  data: Hex
  from?: Address
  value?: bigint
  gas?: bigint
  /** Default: the newest block. */
  block?: bigint
  stateOverride?: StateOverride
}

export type ChainHealth = {
  chainId: number
  name: string
  /** From the last operation: `degraded` if it failed or no provider is in service. */
  status: 'ok' | 'degraded' | 'unused'
  head: bigint | undefined
  /** Milliseconds since that block's timestamp. */
  headAgeMs: number | undefined
  /** Milliseconds since it was read. */
  headSeenMs: number | undefined
  rpcLatencyMs: number | undefined
  /** Undefined before the first `probe`. */
  missingContracts: readonly string[] | undefined
  /** Agreed reads that failed since the start because two providers gave different answers. */
  disagreements: number
  providers: {
    breaker: 'closed' | 'open' | 'half-open'
    latencyMs: number | undefined
    lastFailure: string | undefined
    /** Set aside because it serves another chain, until a trial shows the right one. */
    isOfAnotherChain: boolean
    /** Requests sent to it since the start. */
    calls: number
  }[]
}

/**
 * One chain. Each operation is served entirely by one provider, or fails with `unavailable` at its deadline; a call that
 * reverts throws `CallReverted`. Equal concurrent operations share one round trip.
 */
export type Chain = {
  id: number
  facts: ChainFacts
  call(request: CallRequest): Promise<Hex>
  /** Many calls at one block in one round trip; each may fail without failing the others. */
  read(calls: readonly Multicall.Call[], options?: { block?: bigint }): Promise<Reading>
  /** Any read-only method. */
  request(method: string, params: readonly unknown[]): Promise<unknown>
  /** Several requests in one round trip; throws the first failure. */
  batch(requests: readonly JsonRpc.Request[]): Promise<unknown[]>
  /** Cached for the block time, at most one second; with a head watch, until the next block. */
  state<T>(key: string, load: () => Promise<T>): Promise<T>
  /** Cached permanently: only for immutable values. */
  forever<T>(key: string, load: () => Promise<T>): Promise<T>
  fees(urgency: Urgency): Promise<Fees>
  simulate(simulation: Simulation): Promise<Simulated>
  /**
   * The same chain, read from two providers that agree: for everything that decides where money goes. `call`, `read`,
   * `batch`, `request` and `simulate` ask two providers in parallel at one block and throw `unavailable` with the detail
   * `PROVIDERS_DISAGREE` where they differ (gas figures and logs are not compared); `fees` takes the lower offer.
   * With one provider it asks that one, and for its chain id in the same round trip: check `isSingleProvider()`.
   */
  agreed(): Chain
  /** Sets providers aside whose first block has another hash. */
  expectGenesis(hash: string): void
  /** Whether answers depend on one provider: only one is configured, or a recent agreed read got one answer. */
  isSingleProvider(): boolean
  /** Throws `unavailable` with the detail `STALE_BLOCK` if a newest block is too old; `read` checks it by itself. */
  requireRecent(block: { timestamp: bigint }): void
  /** The same chain, with a deadline for all its operations. */
  within(deadlineMs: number): Chain
  /** Follows the newest block while `state` is in use, until the returned function is called. */
  watch(): () => void
  /** Takes a block seen by another observer, such as the indexer. */
  observe(head: Head): void
  /** The health seen by past operations; sends no request. */
  health(): ChainHealth
  /** Reads the newest block and the expected contracts, then reports. */
  probe(): Promise<ChainHealth>
}
