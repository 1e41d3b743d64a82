import type { Operation } from './Operation.ts'
import { SlipwayError } from './SlipwayError.ts'

const BACKOFF_MS = 200
/** The caller decides whether to wait longer. */
const WAIT_MS_MAX = 10_000

/** Runs a call again while that is safe and its error may pass. */
export async function withRetries<Answer>(
  run: () => Promise<Answer>,
  { operation, attempts, signal }: { operation: Operation; attempts: number; signal?: AbortSignal | undefined },
): Promise<Answer> {
  for (let count = 1; ; count++) {
    try {
      return await run()
    } catch (error) {
      const waitMs = count < attempts ? waitBefore(error, operation, count) : undefined
      if (waitMs === undefined) throw error
      await pause(waitMs, signal)
    }
  }
}

/** How long to wait before the next attempt; undefined if there must not be one. */
function waitBefore(error: unknown, { safe, idempotent }: Operation, count: number): number | undefined {
  if (!(error instanceof SlipwayError)) return undefined
  const isRefused = error.status === 429
  const isRepeatable = (safe || idempotent) && isTransient(error)
  if (!isRefused && !isRepeatable) return undefined
  const backoff = BACKOFF_MS * 2 ** (count - 1) * (0.5 + Math.random())
  const waitMs = Math.max(error.retryAfterMs ?? 0, backoff)
  return waitMs <= WAIT_MS_MAX ? waitMs : undefined
}

const TRANSIENT = [0, 502, 503, 504]

/** The request itself may be fine. An aborted one with a key is still in progress. */
function isTransient({ code, status }: SlipwayError): boolean {
  return TRANSIENT.includes(status) || (status === 409 && code === 'aborted')
}

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
