import { setTimeout as sleep } from 'node:timers/promises'
import * as Breaker from './Breaker.ts'
import { NodeError, ProviderFailure, unavailable } from './failures.ts'
import type * as JsonRpc from './JsonRpc.ts'
import * as Provider from './Provider.ts'

const ROUNDS = 3
const BACKOFF_MS = 50

/** Sends requests to the operation's provider in one round trip. */
export type Send = (requests: readonly JsonRpc.Request[]) => Promise<JsonRpc.Answer[]>
export type Operation<T> = (send: Send) => Promise<T>

/**
 * Runs an operation entirely on one provider and, if that fails, entirely on the next, so that a result never mixes two
 * providers. A reverted call is thrown unchanged; any other failure becomes `unavailable`.
 */
export async function runOnProviders<T>(
  providers: readonly Provider.Provider[],
  operation: Operation<T>,
  deadline: number,
): Promise<T> {
  const failures: unknown[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const outcome = await runRound(providers, operation, deadline)
    if ('value' in outcome) return outcome.value
    failures.push(...outcome.failures)
    if (!(await pause(providers, { failures: outcome.failures, round, deadline }))) break
  }
  const causes = failures.length > 0 ? failures : providers.map(({ lastFailure }) => lastFailure)
  throw unavailable(providers[0]?.identity.chainId ?? 0, new AggregateError(causes, 'no provider served the operation'))
}

type Outcome<T> = { value: T } | { failures: unknown[] }

async function runRound<T>(
  providers: readonly Provider.Provider[],
  operation: Operation<T>,
  deadline: number,
): Promise<Outcome<T>> {
  const failures: unknown[] = []
  for (const [index, provider] of providers.entries()) {
    if (!isReady(provider) || provider.clock.now() >= deadline) continue
    const hasNext = providers.slice(index + 1).some(isReady)
    try {
      return { value: await attempt(provider, operation, hasNext ? halfway(provider, deadline) : deadline) }
    } catch (error) {
      if (!(error instanceof ProviderFailure || error instanceof NodeError)) throw error
      failures.push(error)
    }
  }
  return { failures }
}

/** A provider with a successor may use half of the remaining time. */
function halfway({ clock }: Provider.Provider, deadline: number): number {
  return (clock.now() + deadline) / 2
}

async function attempt<T>(provider: Provider.Provider, operation: Operation<T>, deadline: number): Promise<T> {
  Breaker.begin(provider.breaker)
  try {
    const value = await operation((requests) => Provider.send(provider, requests, deadline))
    Provider.succeed(provider)
    return value
  } catch (error) {
    if (error instanceof ProviderFailure) Provider.fail(provider, error)
    else Provider.succeed(provider)
    throw error
  }
}

function isReady(provider: Provider.Provider): boolean {
  return Breaker.allows(provider.breaker, provider.clock.now())
}

type Pause = { failures: readonly unknown[]; round: number; deadline: number }

/** Waits before the next round, with jitter or as long as a provider asked; false if another round is pointless. */
async function pause(providers: readonly Provider.Provider[], { failures, round, deadline }: Pause): Promise<boolean> {
  const transient = failures.filter(isTransient)
  const clock = providers[0]?.clock
  if (transient.length === 0 || !clock || round === ROUNDS - 1) return false
  const asked = Math.min(...transient.map((failure) => failure.retryAfterMs))
  const waitMs = Math.max(asked, BACKOFF_MS * 2 ** round * (0.5 + clock.random()))
  if (clock.now() + waitMs >= deadline) return false
  await sleep(waitMs)
  return true
}

function isTransient(failure: unknown): failure is ProviderFailure {
  return failure instanceof ProviderFailure && !['timeout', 'queued', 'oversized', 'wrongChain'].includes(failure.kind)
}
