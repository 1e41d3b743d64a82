import type { Hex } from 'viem'
import { batchSend } from './batchSend.ts'
import * as Cache from './Cache.ts'
import type { CallRequest, Chain } from './Chain.ts'
import { stateLifetimeMs } from './ChainFacts.ts'
import * as ChainState from './ChainState.ts'
import { readFeeMarket, toFees } from './Fees.ts'
import * as HeadWatch from './HeadWatch.ts'
import { health, probe, readHead } from './health.ts'
import * as JsonRpc from './JsonRpc.ts'
import type * as Multicall from './Multicall.ts'
import { type Reading, read, toTag } from './read.ts'
import { toOverride } from './StateOverride.ts'
import { type Simulated, type Simulation, simulate, simulateBalances } from './simulate.ts'
import { withDeadline } from './withDeadline.ts'

const WATCHED_LIFETIME_MS = 1000

/** The operations of one chain over what they share. */
export function createChain(state: ChainState.ChainState): Chain {
  const chain: Chain = {
    id: state.facts.id,
    facts: state.facts,
    call: (request) => call(state, request),
    read: (calls, options = {}) => readCalls(state, calls, options),
    request: async (method, params) => (await batch(state, [{ method, params }]))[0],
    batch: (requests) => batch(state, requests),
    state: (key, load) => cachedState(state, key, load),
    forever: (key, load) => Cache.forever(state.cache, key, load),
    fees: async (urgency) => toFees(await feeMarket(state), urgency),
    simulate: (simulation) => simulateCalls(state, simulation),
    within: (deadlineMs) => withDeadline(chain, state.clock.now() + deadlineMs, state.clock.now),
    watch: () => watch(state),
    observe: (head) => observe(state, head),
    health: () => health(state),
    probe: () => probe(state),
  }
  return chain
}

function call(state: ChainState.ChainState, request: CallRequest): Promise<Hex> {
  const { block, stateOverride, value, gas, ...rest } = request
  const transaction = {
    ...rest,
    ...(value !== undefined && { value: JsonRpc.toQuantity(value) }),
    ...(gas !== undefined && { gas: JsonRpc.toQuantity(gas) }),
  }
  const params = [transaction, toTag(block), ...(stateOverride ? [toOverride(stateOverride)] : [])]
  return ChainState.run(state, `call ${JSON.stringify(params)}`, async (send) => {
    const [answer] = await send([{ method: 'eth_call', params }])
    if (!answer) throw JsonRpc.malformed('the call has no answer')
    return JsonRpc.unwrapHex(answer)
  })
}

async function readCalls(
  state: ChainState.ChainState,
  calls: readonly Multicall.Call[],
  { block }: { block?: bigint },
): Promise<Reading> {
  const key = `read ${toTag(block)} ${calls.map(({ to, data }) => to + data).join()}`
  const reading = await ChainState.run(state, key, (send) =>
    read(send, state.facts, { calls, ...(block !== undefined && { block }) }),
  )
  if (block === undefined) ChainState.note(state, reading.block.number, reading.block.timestamp)
  return reading
}

async function batch(state: ChainState.ChainState, requests: readonly JsonRpc.Request[]): Promise<unknown[]> {
  if (requests.length === 0) return []
  return ChainState.run(state, `batch ${JSON.stringify(requests)}`, async (send) => {
    const answers = await send(requests)
    return answers.map(JsonRpc.unwrap)
  })
}

function simulateCalls(state: ChainState.ChainState, simulation: Simulation): Promise<Simulated> {
  const { urgency } = simulation
  return ChainState.run(state, `simulate ${stringify(simulation)}`, async (send) => {
    const joint = batchSend(send)
    const [results, balanceChanges, market] = await Promise.all([
      simulate(joint, state.facts, simulation),
      simulateBalances(joint, state.facts, simulation),
      urgency && readFeeMarket(joint, state.facts),
    ])
    const fees = urgency && market ? toFees(market, urgency) : undefined
    return { results, ...(balanceChanges && { balanceChanges }), ...(fees && { fees }) }
  })
}

function cachedState<T>(state: ChainState.ChainState, key: string, load: () => Promise<T>): Promise<T> {
  if (state.watch) HeadWatch.use(state.watch)
  const lifetimeMs = HeadWatch.isFresh(state.watch) ? WATCHED_LIFETIME_MS : stateLifetimeMs(state.facts)
  return Cache.state(state.cache, key, { load, lifetimeMs, now: state.clock.now })
}

async function feeMarket(state: ChainState.ChainState): ReturnType<typeof readFeeMarket> {
  return cachedState(state, 'fees', async () => {
    const market = await ChainState.run(state, 'fees', (send) => readFeeMarket(send, state.facts))
    if (market.kind === 'eip1559') ChainState.note(state, market.head)
    return market
  })
}

function watch(state: ChainState.ChainState): () => void {
  state.watch ??= HeadWatch.create({
    now: state.clock.now,
    intervalMs: state.facts.blockTimeMs,
    poll: () => readHead(state),
    onHead: () => Cache.invalidate(state.cache),
  })
  const started = state.watch
  return () => {
    HeadWatch.stop(started)
    if (state.watch === started) state.watch = undefined
  }
}

function observe(state: ChainState.ChainState, head: HeadWatch.Head): void {
  ChainState.note(state, head.number, head.timestamp)
  if (state.watch) HeadWatch.observe(state.watch, head)
  else if (state.seen.hash !== head.hash) Cache.invalidate(state.cache)
  state.seen.hash = head.hash
}

function stringify(value: unknown): string {
  return JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? `${item}n` : item))
}
