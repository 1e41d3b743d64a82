import { every } from '#core/every.ts'
import { singleFlight } from '#core/singleFlight.ts'

type Options = {
  everyMs: number
  /** Subscribes to wake-ups between processes. One may be lost, hence the timer. */
  listen(wake: () => void): Disposable
  read(): Promise<void>
  failed(error: unknown): void
}

export type Poll = AsyncDisposable & {
  /** Reads now: everything committed before the call is known after it. */
  refresh(): Promise<void>
}

/** Calls `read` on every wake-up and on a timer, one call at a time. */
export function createPoll({ everyMs, listen, read, failed }: Options): Poll {
  const flight = singleFlight(read)
  const refresh = () => void flight.run().catch(failed)
  const timer = every(everyMs, refresh)
  const listening = listen(refresh)
  return {
    refresh: flight.run,
    async [Symbol.asyncDispose]() {
      timer[Symbol.dispose]()
      listening[Symbol.dispose]()
      await flight.idle()
    },
  }
}
