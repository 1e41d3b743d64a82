import type { Hex } from 'viem'
import { batchSend } from './batchSend.ts'
import type { CallRequest } from './Chain.ts'
import type { ChainFacts } from './ChainFacts.ts'
import { type FeeMarket, lowerMarket, readFeeMarket } from './Fees.ts'
import { ProviderFailure } from './failures.ts'
import * as JsonRpc from './JsonRpc.ts'
import type * as Multicall from './Multicall.ts'
import { type Reading, read, toTag } from './read.ts'
import type { Operation } from './runOnProviders.ts'
import { toOverride } from './StateOverride.ts'
import { type SimulatedResult, type Simulation, simulate, simulateBalances } from './simulate.ts'
import { isStale } from './staleness.ts'

/** A question to a chain, for one provider or for two that have to agree. */
export type Question<T> = {
  /** Equal keys at the same time share one answer. */
  readonly key: string
  /** The block it is about; the newest when undefined. */
  readonly block?: bigint | undefined
  readonly ask: (block: bigint | undefined) => Operation<T>
  /** The part of an answer that is the same from two honest providers; if absent, one provider is asked. */
  readonly compared?: (value: T) => unknown
  /** Joins answers that agree. Default: the first. */
  readonly merge?: (values: readonly T[]) => T
}

/** A simulation before the urgency is applied to the fee market. */
type MarketSimulation = {
  readonly results: SimulatedResult[]
  readonly balanceChanges: readonly bigint[] | undefined
  readonly market: FeeMarket | undefined
}

/** Methods whose answer at a block is the same from every honest provider. */
const COMPARED = new Set(['eth_call', 'eth_getCode', 'eth_getBalance', 'eth_getStorageAt', 'eth_getTransactionCount'])

export function askCall({ block, stateOverride, value, gas, ...rest }: CallRequest): Question<Hex> {
  const transaction = {
    ...rest,
    ...(value !== undefined && { value: JsonRpc.toQuantity(value) }),
    ...(gas !== undefined && { gas: JsonRpc.toQuantity(gas) }),
  }
  const overrides = stateOverride ? [toOverride(stateOverride)] : []
  return {
    key: `call ${JSON.stringify([transaction, toTag(block), ...overrides])}`,
    block,
    ask: (at) => async (send) => {
      const [answer] = await send([{ method: 'eth_call', params: [transaction, toTag(at), ...overrides] }])
      if (!answer) throw JsonRpc.malformed('the call has no answer')
      return JsonRpc.unwrapHex(answer)
    },
    compared: (data) => data.toLowerCase(),
  }
}

type ReadRequest = { readonly calls: readonly Multicall.Call[]; readonly block?: bigint | undefined }

/** `date` is the time against which the newest block's age is checked. */
export function askRead(facts: ChainFacts, { calls, block }: ReadRequest, date: () => number): Question<Reading> {
  return {
    key: `read ${toTag(block)} ${calls.map(({ to, data }) => to + data).join()}`,
    block,
    ask: (at) => async (send) => {
      const reading = await read(send, facts, { calls, ...(at !== undefined && { block: at }) })
      if (block === undefined && isStale(facts, reading.block, date()))
        throw new ProviderFailure('implausible', `the newest block is of ${reading.block.timestamp}`)
      return reading
    },
    compared: (reading) => reading,
  }
}

export function askBatch(requests: readonly JsonRpc.Request[]): Question<unknown[]> {
  const isCompared = requests.map(({ method }) => COMPARED.has(method))
  return {
    key: `batch ${JSON.stringify(requests)}`,
    ask: (at) => async (send) =>
      (await send(at === undefined ? requests : requests.map(pinTo(at)))).map(JsonRpc.unwrap),
    ...(isCompared.includes(true) && { compared: (answers) => answers.filter((_, index) => isCompared[index]) }),
  }
}

export function askSimulation(facts: ChainFacts, simulation: Simulation): Question<MarketSimulation> {
  return {
    key: `simulate ${stringify(simulation)}`,
    block: simulation.block,
    ask: (at) => async (send) => {
      const joint = batchSend(send)
      const pinned = { ...simulation, ...(at !== undefined && { block: at }) }
      const [results, balanceChanges, market] = await Promise.all([
        simulate(joint, facts, pinned),
        simulateBalances(joint, facts, pinned),
        simulation.urgency && readFeeMarket(joint, facts),
      ])
      return { results, balanceChanges, market }
    },
    compared: ({ results, balanceChanges }) => [results.map(({ ok, returnData }) => [ok, returnData]), balanceChanges],
    merge: (both) => {
      const [{ results, balanceChanges }] = both as [MarketSimulation]
      const markets = both.flatMap(({ market }) => market ?? [])
      return { results, balanceChanges, market: markets.length > 0 ? markets.reduce(lowerMarket) : undefined }
    },
  }
}

export function askFees(facts: ChainFacts): Question<FeeMarket> {
  return {
    key: 'fees',
    ask: () => (send) => readFeeMarket(send, facts),
    compared: ({ kind }) => kind,
    merge: (markets) => markets.reduce(lowerMarket),
  }
}

function pinTo(block: bigint): (request: JsonRpc.Request) => JsonRpc.Request {
  const tag = toTag(block)
  return ({ method, params }) => ({ method, params: params.map((param) => (param === 'latest' ? tag : param)) })
}

/** JSON with bigints as text. */
export function stringify(value: unknown): string {
  return JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? `${item}n` : item))
}
