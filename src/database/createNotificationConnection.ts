import type { Log } from './Log.ts'
import type { NotificationWire, OpenWire } from './NotificationWire.ts'
import { pause } from './pause.ts'

type Options = {
  open: OpenWire
  log: Log
  wake: (channel: string, reason: 'notified' | 'connected') => void
}
type State = Options & {
  channels: Set<string>
  unsent: Set<string>
  wire: NotificationWire | undefined
  sending: NodeJS.Timeout | undefined
  upkeep: Promise<void> | undefined
  ending: AbortController
}
type NotificationConnection = AsyncDisposable & { subscribe(channel: string): void; send(channel: string): void }

const COALESCE_MS = 20
const HEARTBEAT_MS = 2_000
const RECONNECT_MS = 250

/** One connection for the notifications of the whole process, never inside a transaction. */
export function createNotificationConnection(options: Options): NotificationConnection {
  const state: State = {
    ...options,
    channels: new Set(),
    unsent: new Set(),
    wire: undefined,
    sending: undefined,
    upkeep: undefined,
    ending: new AbortController(),
  }
  return {
    subscribe: (channel) => subscribe(state, channel),
    send: (channel) => send(state, channel),
    async [Symbol.asyncDispose]() {
      state.ending.abort()
      clearTimeout(state.sending)
      await state.upkeep
    },
  }
}

function subscribe(state: State, channel: string): void {
  state.upkeep ??= keepConnected(state)
  if (state.channels.has(channel)) return
  state.channels.add(channel)
  if (state.wire) listen(state, state.wire, channel).catch(() => {})
}

/** Coalesces to one notification per channel and interval, because each NOTIFY takes a lock on the server. */
function send(state: State, channel: string): void {
  state.upkeep ??= keepConnected(state)
  state.unsent.add(channel)
  state.sending ??= setTimeout(() => void flush(state), 0)
}

async function flush(state: State): Promise<void> {
  const channels = [...state.unsent]
  if (!state.wire || channels.length === 0) {
    state.sending = undefined
    return
  }
  state.unsent.clear()
  await state.wire.notify(channels).catch(() => {
    state.unsent = state.unsent.union(new Set(channels))
  })
  state.sending = setTimeout(() => void flush(state), COALESCE_MS)
}

async function keepConnected(state: State): Promise<void> {
  const { signal } = state.ending
  while (!signal.aborted) {
    await stayConnected(state).catch((error) => {
      state.log.debug({ err: error }, 'notification connection lost')
    })
    state.wire = undefined
    await pause(RECONNECT_MS, signal)
  }
}

async function stayConnected(state: State): Promise<void> {
  const { signal } = state.ending
  await using wire = await state.open((channel) => state.wake(channel, 'notified'))
  state.wire = wire
  for (const channel of state.channels) await listen(state, wire, channel)
  state.sending ??= setTimeout(() => void flush(state), 0)
  const over = AbortSignal.any([signal, wire.lost])
  while (!over.aborted) {
    await wire.check()
    await pause(HEARTBEAT_MS, over)
  }
}

async function listen(state: State, wire: NotificationWire, channel: string): Promise<void> {
  await wire.listen(channel)
  state.wake(channel, 'connected')
}
