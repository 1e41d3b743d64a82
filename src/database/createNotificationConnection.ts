import pg from 'pg'
import type { Connection } from './Connection.ts'
import type { Log } from './Log.ts'
import { pause } from './pause.ts'

type Options = {
  connect: () => Promise<Connection>
  log: Log
  wake: (channel: string, reason: 'notified' | 'connected') => void
}
type State = Options & {
  channels: Set<string>
  unsent: Set<string>
  connection: Connection | undefined
  sending: NodeJS.Timeout | undefined
  upkeep: Promise<void> | undefined
  ending: AbortController
}
type NotificationConnection = AsyncDisposable & { subscribe(channel: string): void; send(channel: string): void }

const COALESCE_MS = 20
const HEARTBEAT_MS = 2_000
const ANSWER_MS = 2_000
const RECONNECT_MS = 250

/** One connection for LISTEN and NOTIFY of the whole process, never inside a transaction. */
export function createNotificationConnection(options: Options): NotificationConnection {
  const state: State = {
    ...options,
    channels: new Set(),
    unsent: new Set(),
    connection: undefined,
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
  if (state.connection) listen(state, state.connection, channel).catch(() => {})
}

/** Coalesces to one NOTIFY per channel and interval, because each takes a lock on the server. */
function send(state: State, channel: string): void {
  state.upkeep ??= keepConnected(state)
  state.unsent.add(channel)
  state.sending ??= setTimeout(() => void flush(state), 0)
}

async function flush(state: State): Promise<void> {
  const channels = [...state.unsent]
  if (!state.connection || channels.length === 0) {
    state.sending = undefined
    return
  }
  state.unsent.clear()
  await state.connection
    .query(`select pg_notify(channel, '') from unnest($1::text[]) channel`, [channels], ANSWER_MS)
    .catch(() => {
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
    state.connection = undefined
    await pause(RECONNECT_MS, signal)
  }
}

async function stayConnected(state: State): Promise<void> {
  const { signal } = state.ending
  await using connection = await state.connect()
  connection.onNotification(({ processId, channel }) => {
    if (processId !== connection.processId) state.wake(channel, 'notified')
  })
  state.connection = connection
  for (const channel of state.channels) await listen(state, connection, channel)
  state.sending ??= setTimeout(() => void flush(state), 0)
  const over = AbortSignal.any([signal, connection.lost])
  while (!over.aborted) {
    await connection.query('select 1', [], ANSWER_MS)
    await pause(HEARTBEAT_MS, over)
  }
}

async function listen(state: State, connection: Connection, channel: string): Promise<void> {
  await connection.query(`listen ${pg.escapeIdentifier(channel)}`, [], ANSWER_MS)
  state.wake(channel, 'connected')
}
