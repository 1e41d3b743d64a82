const THRESHOLD = 5
const COOL_DOWN_MS = 1000
const COOL_DOWN_MAX_MS = 30_000

/** A circuit breaker: takes a failing provider out of service; after a pause one attempt decides whether it returns. */
export type Breaker = { failures: number; openings: number; openUntil: number; isTrying: boolean }

export function create(): Breaker {
  return { failures: 0, openings: 0, openUntil: 0, isTrying: false }
}

export function state(breaker: Breaker, now: number): 'closed' | 'open' | 'half-open' {
  if (breaker.openUntil === 0) return 'closed'
  return now < breaker.openUntil ? 'open' : 'half-open'
}

export function allows(breaker: Breaker, now: number): boolean {
  const current = state(breaker, now)
  return current === 'closed' || (current === 'half-open' && !breaker.isTrying)
}

/** Call when an attempt begins: a half-open breaker lets only this one through. */
export function begin(breaker: Breaker): void {
  breaker.isTrying = breaker.openUntil !== 0
}

/** Call when an attempt ends without a verdict. */
export function release(breaker: Breaker): void {
  breaker.isTrying = false
}

export function succeed(breaker: Breaker): void {
  Object.assign(breaker, create())
}

/** Opens after five consecutive failures or a failed trial; each opening lasts twice as long as the previous one. */
export function fail(breaker: Breaker, now: number): void {
  // Attempts that were in flight when it opened count once.
  if (state(breaker, now) === 'open') return
  breaker.failures += 1
  if (breaker.isTrying || breaker.failures >= THRESHOLD) open(breaker, now, COOL_DOWN_MS * 2 ** breaker.openings)
}

export function open(breaker: Breaker, now: number, coolDownMs: number): void {
  breaker.isTrying = false
  breaker.openings += 1
  breaker.openUntil = now + Math.min(coolDownMs, COOL_DOWN_MAX_MS)
}
