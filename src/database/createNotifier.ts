import { createNotificationConnection } from './createNotificationConnection.ts'
import type { Log } from './Log.ts'
import type { OpenWire } from './NotificationWire.ts'

/** `connected` means that wake-ups may have been missed; after either reason the listener reads new rows. */
type Wake = (reason: 'notified' | 'connected') => void

/** Wake-ups between replicas. They only shorten the wait for the next poll, and may be lost. */
export type Notifier = AsyncDisposable & {
  /** Calls `wake` after any replica notifies the channel, until disposed. */
  listen(channel: string, wake: Wake): Disposable
  /** Wakes the channel's listeners on all replicas. Call it after the commit, never inside the transaction. */
  notify(channel: string): void
}

type Options = {
  /** Undefined if no other process shares the database: wake-ups then stay in this one. */
  open: OpenWire | undefined
  log: Log
}

/** Wakes this process immediately, and others through a connection opened with the first use. */
export function createNotifier({ open, log }: Options): Notifier {
  const listeners = new Map<string, Set<Wake>>()
  const wake = (channel: string, reason: Parameters<Wake>[0]) => {
    for (const listener of listeners.get(channel) ?? []) guarded(() => listener(reason), log)
  }
  const link = open && createNotificationConnection({ open, log, wake })
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
    log.error({ err: error }, 'notification listener failed')
  }
}
