import type { Caller } from '#core/Access.ts'
import { andThen } from '#core/andThen.ts'
import { principal } from '#core/Caller.ts'
import type { ConcurrencyLimit } from './createConcurrencyLimit.ts'
import type { FairQueue } from './createFairQueue.ts'
import type { Exchange } from './Exchange.ts'
import type { OperationResult } from './runOperation.ts'

type Answer = Response | Promise<Response>

/** A burst of one caller's reads would resume all at once when the database answers them together. */
export function limitReads({ caller, request }: Exchange, reads: ConcurrencyLimit, handle: () => Answer): Answer {
  if (!caller || caller.kind === 'anonymous' || request.method !== 'GET') return handle()
  return new Promise((resolve) =>
    reads.run(principal(caller), () => {
      const handled = Promise.try(handle)
      resolve(handled)
      return handled
    }),
  )
}

/** Requests that resume together, such as those that the same database answer authenticates, do so fairly by caller. */
export function turnOf(caller: Caller, queue: FairQueue): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  queue.run(() => principal(caller), resolve)
  return promise
}

/** Results that arrive together are encoded fairly by caller; a synchronous result is encoded at once. */
export function answerInTurn(
  result: OperationResult | Promise<OperationResult>,
  { turn }: { turn(): Promise<void> | undefined },
  encode: (result: OperationResult) => Answer,
): Answer {
  if (!(result instanceof Promise)) return encode(result)
  return result.then((value) => andThen(turn(), () => encode(value)))
}
