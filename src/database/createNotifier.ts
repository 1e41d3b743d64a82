import type { Connection } from './Connection.ts'
import { createNotificationConnection } from './createNotificationConnection.ts'
import type { Log } from './Log.ts'

/** `connected` says that wake-ups may have been missed until now; after either one the listener reads what is new. */
type Wake = (reason: 'notified' | 'connected') => void

/** Wake-ups between replicas. They only shorten the wait for the next poll: rows are the truth, a wake-up may be lost. */
export type Notifier = AsyncDisposable & {
  /** Calls `wake` after a `notify` of the channel by any replica, until it is disposed. */
  listen(channel: string, wake: Wake): Disposable
  /** Wakes the channel's listeners everywhere. To be called after the commit, never inside the transaction. */
  notify(channel: string): void
}

type Options = {
  /** Absent where no other process can share the database: wake-ups then stay inside this one. */
  connect: (() => Promise<Connection>) | undefined
  log: Log
}

/** Wake-ups reach this process at once, and others through a connection that is opened with the first use. */
export function createNotifier({ connect, log }: Options): Notifier {
  const listeners = new Map<string, Set<Wake>>()
  const wake = (channel: string, reason: Parameters<Wake>[0]) => {
    for (const listener of listeners.get(channel) ?? []) guarded(() => listener(reason), log)
  }
  const link = connect && createNotificationConnection({ connect, log, wake })
  return {
    listen(channel, listener) {
      const known = listeners.get(channel) ?? new Set()
      listeners.set(channel, known.add(listener))
      link?.subscribe(channel)
      return { [Symbol.dispose]: () => known.delete(listener) }
    },
    notify(channel) {
      queueMicrotask(() => wake(channel, 'notified'))
      link?.send(channel)
    },
    async [Symbol.asyncDispose]() {
      await link?.[Symbol.asyncDispose]()
    },
  }
}

function guarded(call: () => void, log: Log): void {
  try {
    call()
  } catch (error) {
    log.error({ err: error }, 'a listener failed')
  }
}
