import { ApiError } from '#core/ApiError.ts'
import type { Exchange } from './Exchange.ts'

const TIMEOUT_MS = 20_000
const CHECK_EVERY_MS = 50

type Pending = { endsAt: number; timeOut(): void }

const pending = new Set<Pending>()
let timer: NodeJS.Timeout | undefined

/**
 * Settles as `work` does, or fails once the operation has taken too long. All operations share one timer: a timer per
 * request would cost more than the rest of the request's handling.
 */
export function withOperationTimeout<Result>(
  work: Promise<Result>,
  { operation, startedAt }: Exchange,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const one = {
    endsAt: startedAt + (operation?.timeoutMs ?? TIMEOUT_MS),
    timeOut: () => reject(new ApiError('deadline_exceeded', 'The service took too long. Try again.')),
  }
  pending.add(one)
  timer ??= setInterval(check, CHECK_EVERY_MS)
  work.then(
    (result) => {
      pending.delete(one)
      resolve(result)
    },
    (error) => {
      pending.delete(one)
      reject(error)
    },
  )
  return promise
}

function check(): void {
  const now = performance.now()
  for (const one of pending) if (one.endsAt <= now && pending.delete(one)) one.timeOut()
  if (pending.size > 0) return
  clearInterval(timer)
  timer = undefined
}
