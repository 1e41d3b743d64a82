import * as Cache from './Cache.ts'
import type { Chain } from './Chain.ts'
import { stateLifetimeMs } from './ChainFacts.ts'
import * as ChainState from './ChainState.ts'
import { type FeeMarket, toFees } from './Fees.ts'
import * as HeadWatch from './HeadWatch.ts'
import { health, probe, readHead } from './health.ts'
import { askBatch, askCall, askFees, askRead, askSimulation, type Question } from './questions.ts'
import { runAgreed, runChecked } from './runAgreed.ts'
import { requireRecent } from './staleness.ts'
import { withDeadline } from './withDeadline.ts'

const WATCHED_LIFETIME_MS = 1000

type Source = {
  readonly run: <T>(question: Question<T>) => Promise<T>
  /** Keeps cached answers of two sources apart. */
  readonly cacheKey: (key: string) => string
  /** Default: the chain itself. */
  readonly agreed?: Chain
}

/** The operations of one chain over its shared state. */
export function createChain(state: ChainState.ChainState): Chain {
  const agreed = agreedSource(state)
  return open(state, {
    run: ({ key, ask, block }) => ChainState.run(state, key, ask(block)),
    cacheKey: (key) => key,
    ...(agreed && { agreed: open(state, agreed) }),
  })
}

function agreedSource(state: ChainState.ChainState): Source | undefined {
  if (state.providers.length > 1)
    return { run: (question) => runAgreed(state, question), cacheKey: (key) => `agreed ${key}` }
  if (state.facts.isOwnNode) return undefined
  return { run: (question) => runChecked(state, question), cacheKey: (key) => key }
}

function open(state: ChainState.ChainState, { run, cacheKey, agreed }: Source): Chain {
  const chain: Chain = {
    id: state.facts.id,
    facts: state.facts,
    call: (request) => run(askCall(request)),
    read: async (calls, { block } = {}) => {
      const reading = await run(askRead(state.facts, { calls, block }, state.clock.date))
      if (block === undefined) ChainState.note(state, reading.block.number, reading.block.timestamp)
      return reading
    },
    request: async (method, params) => (await run(askBatch([{ method, params }])))[0],
    batch: async (requests) => (requests.length === 0 ? [] : run(askBatch(requests))),
    state: (key, load) => cachedState(state, cacheKey(key), load),
    forever: (key, load) => Cache.forever(state.cache, cacheKey(key), load),
    fees: async (urgency) => toFees(await cachedState(state, cacheKey('fees'), readFees), urgency, state.facts),
    simulate: async (simulation) => {
      const { results, balanceChanges, market } = await run(askSimulation(state.facts, simulation))
      const fees = market && toFees(market, simulation.urgency ?? 'NORMAL', state.facts)
      return { results, ...(balanceChanges && { balanceChanges }), ...(fees && { fees }) }
    },
    agreed: () => agreed ?? chain,
    expectGenesis: (hash) => {
      state.identity.genesis = hash
    },
    isSingleProvider: () => ChainState.isSingleProvider(state),
    requireRecent: (block) => requireRecent(state.facts, block, state.clock.date()),
    within: (deadlineMs) => withDeadline(chain, state.clock.now() + deadlineMs, state.clock.now),
    watch: () => watch(state),
    observe: (head) => observe(state, head),
    health: () => health(state),
    probe: () => probe(state),
  }
  async function readFees(): Promise<FeeMarket> {
    const market = await run(askFees(state.facts))
    if (market.kind === 'eip1559') ChainState.note(state, market.head)
    return market
  }
  return chain
}

function cachedState<T>(state: ChainState.ChainState, key: string, load: () => Promise<T>): Promise<T> {
  if (state.watch) HeadWatch.use(state.watch)
  const lifetimeMs = HeadWatch.isFresh(state.watch) ? WATCHED_LIFETIME_MS : stateLifetimeMs(state.facts)
  return Cache.state(state.cache, key, { load, lifetimeMs, now: state.clock.now })
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
