import * as Breaker from './Breaker.ts'
import type { ChainHealth } from './Chain.ts'
import * as ChainFacts from './ChainFacts.ts'
import * as ChainState from './ChainState.ts'
import type { Head } from './HeadWatch.ts'
import * as JsonRpc from './JsonRpc.ts'
import { isOfAnotherChain } from './Provider.ts'
import type { Send } from './runOnProviders.ts'

/** The health of a chain as seen by past operations; sends no request. */
export function health({ facts, clock, providers, seen }: ChainState.ChainState): ChainHealth {
  const now = clock.now()
  const states = providers.map((provider) => ({
    breaker: Breaker.state(provider.breaker, now),
    latencyMs: provider.latencyMs,
    lastFailure: provider.lastFailure?.kind,
    isOfAnotherChain: isOfAnotherChain(provider),
    calls: provider.nextId - 1,
  }))
  const works = !seen.lastFailed && !seen.missing?.length && states.some(({ breaker }) => breaker === 'closed')
  const used = seen.lastFailed === undefined ? 'unused' : undefined
  const { head } = seen
  return {
    chainId: facts.id,
    name: facts.name,
    status: used ?? (works ? 'ok' : 'degraded'),
    head: head?.number,
    headAgeMs: head?.timestamp === undefined ? undefined : Math.max(0, clock.date() - Number(head.timestamp) * 1000),
    headSeenMs: head && now - head.at,
    rpcLatencyMs: states.find(({ breaker, latencyMs }) => breaker === 'closed' && latencyMs !== undefined)?.latencyMs,
    missingContracts: seen.missing,
    disagreements: seen.disagreements,
    providers: states,
  }
}

/** Reads the newest block and, until all have been found once, the code of the expected contracts. */
export async function probe(state: ChainState.ChainState): Promise<ChainHealth> {
  try {
    await readHead(state)
    if (state.seen.missing?.length !== 0)
      state.seen.missing = await ChainState.run(state, 'contracts', (send) => missing(state, send))
  } catch {
    // `health` reports the failure from the record.
  }
  return health(state)
}

/** Reads the header of the newest block. */
export async function readHead(state: ChainState.ChainState): Promise<Head> {
  const head = await ChainState.run(state, 'head', async (send) => {
    const [answer] = await send([{ method: 'eth_getBlockByNumber', params: ['latest', false] }])
    return toHead(answer && JsonRpc.unwrap(answer))
  })
  ChainState.note(state, head.number, head.timestamp)
  return head
}

async function missing({ facts }: ChainState.ChainState, send: Send): Promise<string[]> {
  const contracts = Object.entries(ChainFacts.contracts(facts))
  const answers = await send(contracts.map(([, address]) => ({ method: 'eth_getCode', params: [address, 'latest'] })))
  return contracts.filter((_, index) => isEmpty(answers[index])).map(([name]) => name)
}

function isEmpty(answer: JsonRpc.Answer | undefined): boolean {
  return !answer || JsonRpc.unwrapHex(answer) === '0x'
}

function toHead(block: unknown): Head {
  const { number, timestamp, hash } = (block ?? {}) as Record<string, unknown>
  if (typeof number !== 'string' || typeof timestamp !== 'string' || typeof hash !== 'string') {
    throw JsonRpc.malformed('the newest block is malformed')
  }
  return { number: BigInt(number), timestamp: BigInt(timestamp), hash }
}
