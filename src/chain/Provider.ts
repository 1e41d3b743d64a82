import { type SpanStart, traced } from '#core/tracing.ts'
import * as Breaker from './Breaker.ts'
import { createPost, type HttpPost } from './createPost.ts'
import { ProviderFailure } from './failures.ts'
import * as JsonRpc from './JsonRpc.ts'

const WRONG_CHAIN_PAUSE_MS = 30_000
/** Statuses with which some providers send an ordinary JSON-RPC answer. */
const READABLE = new Set([400, 404, 405, 413, 422])
/** An endpoint may switch to another chain later, through its load balancer or its DNS name. */
const CHECKED_MS = 1000
const GENESIS_CHECKED_MS = 60_000

export const CHAIN_ID: JsonRpc.Request = { method: 'eth_chainId', params: [] }
const GENESIS: JsonRpc.Request = { method: 'eth_getBlockByNumber', params: ['0x0', false] }

/** `now` is monotonic, in milliseconds; `date` is wall-clock time, comparable with block timestamps. */
export type Clock = { now: () => number; date: () => number; random: () => number }

/** The chain that each of its providers must serve. */
export type Identity = {
  chainId: number
  /** The hash of the first block, where it is known. */
  genesis?: string
  /** Called when a provider turned out to serve another chain. */
  onMismatch: () => void
}

/** One RPC endpoint of one chain and its observed state. */
export type Provider = {
  identity: Identity
  clock: Clock
  http: HttpPost
  breaker: Breaker.Breaker
  nextId: number
  /** When its chain id and its first block were last checked. */
  checkedAt: { chainId: number; genesis: number }
  takesBatches: boolean
  latencyMs: number | undefined
  lastFailure: ProviderFailure | undefined
}

export function create(url: string, identity: Identity, clock: Clock): Provider {
  return {
    identity,
    clock,
    http: createPost(url),
    breaker: Breaker.create(),
    nextId: 1,
    checkedAt: never(),
    takesBatches: true,
    latencyMs: undefined,
    lastFailure: undefined,
  }
}

/** Sends all requests in one round trip, which also checks the chain from time to time and refuses another one. */
export async function send(
  provider: Provider,
  requests: readonly JsonRpc.Request[],
  deadline: number,
): Promise<JsonRpc.Answer[]> {
  const checks = dueChecks(provider, requests)
  const asked = [...checks, ...requests]
  const answers = await exchange(provider, asked, deadline)
  for (const [index, answer] of answers.entries()) check(provider, asked[index], answer)
  return answers.slice(checks.length)
}

/** Whether it waits for a trial after it served another chain. */
export function isOfAnotherChain({ lastFailure, breaker, clock }: Provider): boolean {
  return lastFailure?.kind === 'wrongChain' && Breaker.state(breaker, clock.now()) !== 'closed'
}

export function succeed(provider: Provider): void {
  Breaker.succeed(provider.breaker)
}

/** Counts the failure; an endpoint taken out of service has its chain checked again before it returns. */
export function fail(provider: Provider, failure: ProviderFailure): void {
  const now = provider.clock.now()
  provider.lastFailure = failure
  if (failure.kind === 'wrongChain') {
    Breaker.open(provider.breaker, now, WRONG_CHAIN_PAUSE_MS)
    provider.identity.onMismatch()
  }
  // An answer that is too long is the fault of the query.
  else if (failure.kind === 'oversized') succeed(provider)
  // Time spent in our own queue is not the provider's failure.
  else if (failure.kind === 'queued') Breaker.release(provider.breaker)
  else Breaker.fail(provider.breaker, now)
  if (!Breaker.allows(provider.breaker, now)) provider.checkedAt = never()
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

/** Contains no URL, because a URL often contains a key. */
function spanOf({ identity: { chainId } }: Provider, requests: readonly JsonRpc.Request[]): SpanStart {
  const methods = [...new Set(requests.map(({ method }) => method))].join()
  const facts = {
    'rpc.system': 'jsonrpc',
    'rpc.method': methods,
    'slipway.chain_id': chainId,
    'slipway.calls': requests.length,
  }
  return { name: methods, kind: 'client', facts }
}

function never(): Provider['checkedAt'] {
  return { chainId: Number.NEGATIVE_INFINITY, genesis: Number.NEGATIVE_INFINITY }
}

function dueChecks(
  { checkedAt, clock, identity }: Provider,
  requests: readonly JsonRpc.Request[],
): readonly JsonRpc.Request[] {
  const now = clock.now()
  const isIdDue = now - checkedAt.chainId >= CHECKED_MS && !requests.includes(CHAIN_ID)
  const isGenesisDue = identity.genesis !== undefined && now - checkedAt.genesis >= GENESIS_CHECKED_MS
  return [...(isIdDue ? [CHAIN_ID] : []), ...(isGenesisDue ? [GENESIS] : [])]
}

function check(provider: Provider, asked: JsonRpc.Request | undefined, answer: JsonRpc.Answer): void {
  if (asked === CHAIN_ID) checkId(provider, JsonRpc.unwrapQuantity(answer))
  if (asked === GENESIS) checkGenesis(provider, answer)
}

function checkId({ identity, checkedAt, clock }: Provider, served: bigint): void {
  if (served !== BigInt(identity.chainId))
    throw new ProviderFailure('wrongChain', `serves chain ${served}, not ${identity.chainId}`)
  checkedAt.chainId = clock.now()
}

/** A provider that no longer has the first block cannot be judged by it. */
function checkGenesis({ identity, checkedAt, clock }: Provider, answer: JsonRpc.Answer): void {
  const block = 'result' in answer ? (answer.result as { hash?: unknown } | null) : null
  if (block && block.hash !== identity.genesis)
    throw new ProviderFailure('wrongChain', `its first block is ${block.hash}, not ${identity.genesis}`)
  checkedAt.genesis = clock.now()
}
