import type { Hex } from 'viem'
import * as Cache from './Cache.ts'
import type { CallRequest, Chain } from './Chain.ts'
import { stateLifetimeMs } from './ChainFacts.ts'
import * as Core from './Core.ts'
import { type Fees, readFeeMarket, toFees } from './fees.ts'
import * as HeadWatch from './HeadWatch.ts'
import { health, probe, readHead } from './health.ts'
import * as JsonRpc from './JsonRpc.ts'
import type * as Multicall from './Multicall.ts'
import { type Reading, read, toTag } from './read.ts'
import { toOverride } from './StateOverride.ts'
import { type SimulatedResult, type Simulation, simulate } from './simulate.ts'
import { together } from './together.ts'
import { withDeadline } from './withDeadline.ts'

const WATCHED_LIFETIME_MS = 1000

/** The operations of one chain over what they share. */
export function createChain(core: Core.Core): Chain {
  const chain: Chain = {
    id: core.facts.id,
    facts: core.facts,
    call: (request) => call(core, request),
    read: (calls, options = {}) => readCalls(core, calls, options),
    request: async (method, params) => (await batch(core, [{ method, params }]))[0],
    batch: (requests) => batch(core, requests),
    state: (key, load) => state(core, key, load),
    forever: (key, load) => Cache.forever(core.cache, key, load),
    fees: async (urgency) => toFees(await feeMarket(core), urgency),
    simulate: (simulation) => simulateCalls(core, simulation),
    within: (deadlineMs) => withDeadline(chain, core.clock.now() + deadlineMs, core.clock.now),
    watch: () => watch(core),
    observe: (head) => observe(core, head),
    health: () => health(core),
    probe: () => probe(core),
  }
  return chain
}

function call(core: Core.Core, request: CallRequest): Promise<Hex> {
  const { block, stateOverride, value, gas, ...rest } = request
  const transaction = {
    ...rest,
    ...(value !== undefined && { value: JsonRpc.toQuantity(value) }),
    ...(gas !== undefined && { gas: JsonRpc.toQuantity(gas) }),
  }
  const params = [transaction, toTag(block), ...(stateOverride ? [toOverride(stateOverride)] : [])]
  return Core.run(core, `call ${JSON.stringify(params)}`, async (send) => {
    const [answer] = await send([{ method: 'eth_call', params }])
    if (!answer) throw JsonRpc.malformed('the call has no answer')
    return JsonRpc.unwrapHex(answer)
  })
}

async function readCalls(
  core: Core.Core,
  calls: readonly Multicall.Call[],
  { block }: { block?: bigint },
): Promise<Reading> {
  const key = `read ${toTag(block)} ${calls.map(({ to, data }) => to + data).join()}`
  const reading = await Core.run(core, key, (send) =>
    read(send, core.facts, { calls, ...(block !== undefined && { block }) }),
  )
  if (block === undefined) Core.note(core, reading.block.number, reading.block.timestamp)
  return reading
}

async function batch(core: Core.Core, requests: readonly JsonRpc.Request[]): Promise<unknown[]> {
  if (requests.length === 0) return []
  return Core.run(core, `batch ${JSON.stringify(requests)}`, async (send) => {
    const answers = await send(requests)
    return answers.map(JsonRpc.unwrap)
  })
}

function simulateCalls(core: Core.Core, simulation: Simulation): Promise<{ results: SimulatedResult[]; fees?: Fees }> {
  const { urgency } = simulation
  return Core.run(core, `simulate ${stringify(simulation)}`, async (send) => {
    const joint = together(send)
    const [results, market] = await Promise.all([
      simulate(joint, core.facts, simulation),
      urgency && readFeeMarket(joint, core.facts),
    ])
    return { results, ...(urgency && market && { fees: toFees(market, urgency) }) }
  })
}

function state<T>(core: Core.Core, key: string, load: () => Promise<T>): Promise<T> {
  if (core.watch) HeadWatch.use(core.watch)
  const lifetimeMs = HeadWatch.isFresh(core.watch) ? WATCHED_LIFETIME_MS : stateLifetimeMs(core.facts)
  return Cache.state(core.cache, key, { load, lifetimeMs, now: core.clock.now })
}

async function feeMarket(core: Core.Core): ReturnType<typeof readFeeMarket> {
  return state(core, 'fees', async () => {
    const market = await Core.run(core, 'fees', (send) => readFeeMarket(send, core.facts))
    if (market.kind === 'eip1559') Core.note(core, market.head)
    return market
  })
}

function watch(core: Core.Core): () => void {
  core.watch ??= HeadWatch.create({
    now: core.clock.now,
    intervalMs: core.facts.blockTimeMs,
    poll: () => readHead(core),
    onHead: () => Cache.invalidate(core.cache),
  })
  const started = core.watch
  return () => {
    HeadWatch.stop(started)
    if (core.watch === started) core.watch = undefined
  }
}

function observe(core: Core.Core, head: HeadWatch.Head): void {
  Core.note(core, head.number, head.timestamp)
  if (core.watch) HeadWatch.observe(core.watch, head)
  else if (core.seen.hash !== head.hash) Cache.invalidate(core.cache)
  core.seen.hash = head.hash
}

function stringify(value: unknown): string {
  return JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? `${item}n` : item))
}
