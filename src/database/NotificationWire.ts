import pg from 'pg'
import type { Connection } from './Connection.ts'

/** An open connection that carries notifications between replicas. */
export type NotificationWire = AsyncDisposable & {
  /** Resolves when notifications of the channel arrive. */
  listen(channel: string): Promise<unknown>
  /** Resolves when the server has the notifications. */
  notify(channels: readonly string[]): Promise<unknown>
  /** Rejects if the server does not answer. */
  check(): Promise<unknown>
  /** Aborted when the connection is lost. */
  lost: AbortSignal
}

/** Opens a wire that calls `heard` for each notification of another replica. */
export type OpenWire = (heard: (channel: string) => void) => Promise<NotificationWire>

const ANSWER_MS = 2_000

/** LISTEN and NOTIFY of PostgreSQL. */
export function postgresWire(connect: () => Promise<Connection>): OpenWire {
  return async (heard) => {
    const connection = await connect()
    connection.onNotification(({ processId, channel }) => {
      if (processId !== connection.processId) heard(channel)
    })
    return {
      listen: (channel) => connection.query(`listen ${pg.escapeIdentifier(channel)}`, [], ANSWER_MS),
      notify: (channels) =>
        connection.query(`select pg_notify(channel, '') from unnest($1::text[]) channel`, [channels], ANSWER_MS),
      check: () => connection.query('select 1', [], ANSWER_MS),
      lost: connection.lost,
      [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
    }
  }
}
