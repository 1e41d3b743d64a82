import { type SpanStart, traced } from '#core/tracing.ts'
import * as Breaker from './Breaker.ts'
import { createPost, type HttpPost } from './createPost.ts'
import { ProviderFailure } from './failures.ts'
import * as JsonRpc from './JsonRpc.ts'

const WRONG_CHAIN_PAUSE_MS = 30_000
/** Statuses with which some providers send an ordinary JSON-RPC answer. */
const READABLE = new Set([400, 404, 405, 413, 422])
const CHAIN_ID: JsonRpc.Request = { method: 'eth_chainId', params: [] }

/** `now` is monotonic, in milliseconds; `date` is wall-clock time, comparable with block timestamps. */
export type Clock = { now: () => number; date: () => number; random: () => number }

/** One RPC endpoint of one chain and its observed state. */
export type Provider = {
  chainId: number
  clock: Clock
  http: HttpPost
  breaker: Breaker.Breaker
  nextId: number
  /** Whether its chain id was checked since it came into use. */
  isVerified: boolean
  takesBatches: boolean
  latencyMs: number | undefined
  lastFailure: ProviderFailure | undefined
}

export function create(url: string, chainId: number, clock: Clock): Provider {
  return {
    chainId,
    clock,
    http: createPost(url),
    breaker: Breaker.create(),
    nextId: 1,
    isVerified: false,
    takesBatches: true,
    latencyMs: undefined,
    lastFailure: undefined,
  }
}

/** Sends all requests in one round trip. The first also checks the chain id and refuses an endpoint of another chain. */
export async function send(
  provider: Provider,
  requests: readonly JsonRpc.Request[],
  deadline: number,
): Promise<JsonRpc.Answer[]> {
  if (provider.isVerified) return exchange(provider, requests, deadline)
  const [chainId, ...answers] = await exchange(provider, [CHAIN_ID, ...requests], deadline)
  if (chainId) verify(provider, JsonRpc.unwrapQuantity(chainId))
  return answers
}

export function succeed(provider: Provider): void {
  Breaker.succeed(provider.breaker)
}

/** Counts the failure; an endpoint taken out of service has its chain id checked again before it returns. */
export function fail(provider: Provider, failure: ProviderFailure): void {
  const now = provider.clock.now()
  provider.lastFailure = failure
  if (failure.kind === 'wrongChain') Breaker.open(provider.breaker, now, WRONG_CHAIN_PAUSE_MS)
  // An answer that is too long is the fault of the query.
  else if (failure.kind === 'oversized') succeed(provider)
  // Time spent in our own queue is not the provider's failure.
  else if (failure.kind === 'queued') Breaker.release(provider.breaker)
  else Breaker.fail(provider.breaker, now)
  if (!Breaker.allows(provider.breaker, now)) provider.isVerified = false
}

async function exchange(
  provider: Provider,
  requests: readonly JsonRpc.Request[],
  deadline: number,
): Promise<JsonRpc.Answer[]> {
  if (!provider.takesBatches) return singly(provider, requests, deadline)
  try {
    return await post(provider, requests, deadline)
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.kind !== 'unbatched') throw error
    provider.takesBatches = false
    return singly(provider, requests, deadline)
  }
}

async function singly(
  provider: Provider,
  requests: readonly JsonRpc.Request[],
  deadline: number,
): Promise<JsonRpc.Answer[]> {
  const answers = await Promise.all(requests.map((request) => post(provider, [request], deadline)))
  return answers.flat()
}

async function post(
  provider: Provider,
  requests: readonly JsonRpc.Request[],
  deadline: number,
): Promise<JsonRpc.Answer[]> {
  const firstId = provider.nextId
  provider.nextId += requests.length
  const start = provider.clock.now()
  if (start >= deadline) throw new ProviderFailure('timeout', 'no time is left for this request')
  const { status, text, retryAfterMs } = await traced(
    () => spanOf(provider, requests),
    () => provider.http.post(JsonRpc.encode(requests, firstId), deadline - start),
  )
  provider.latencyMs = provider.clock.now() - start
  if (status !== 200 && requests.length > 1 && /batch/i.test(text)) {
    throw new ProviderFailure('unbatched', 'a batch was refused')
  }
  if (status === 429) throw new ProviderFailure('limited', 'too many requests', { retryAfterMs })
  if (status !== 200 && !READABLE.has(status)) throw new ProviderFailure('status', `status ${status}`, { retryAfterMs })
  return JsonRpc.decode(text, requests.length, firstId)
}

/** Names no URL, which often holds a key. */
function spanOf({ chainId }: Provider, requests: readonly JsonRpc.Request[]): SpanStart {
  const methods = [...new Set(requests.map(({ method }) => method))].join()
  const facts = {
    'rpc.system': 'jsonrpc',
    'rpc.method': methods,
    'slipway.chain_id': chainId,
    'slipway.calls': requests.length,
  }
  return { name: methods, kind: 'client', facts }
}

function verify(provider: Provider, chainId: bigint): void {
  if (chainId !== BigInt(provider.chainId)) {
    throw new ProviderFailure('wrongChain', `serves chain ${chainId}, not ${provider.chainId}`)
  }
  provider.isVerified = true
}
