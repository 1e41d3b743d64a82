import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { ServerAddress } from './DatabaseUrl.ts'
import * as PostgresError from './PostgresError.ts'
import { typeParsers } from './typeParsers.ts'

/** A connection outside the pool that can hold session locks and listen. Its statements run one at a time. */
export type Connection = AsyncDisposable & {
  /** Runs one statement; after `timeoutMs` without an answer the connection is dropped. */
  query<Row>(sql: string, parameters?: readonly unknown[], timeoutMs?: number): Promise<Row[]>
  /** Aborted when the connection is lost, with the reason. */
  lost: AbortSignal
  processId: number
  onNotification(listener: (notification: { processId: number; channel: string }) => void): void
}

const CONNECT_TIMEOUT_MS = 3_000
const CLOSE_MS = 1_000

/** Opens a direct connection with the given session settings. */
export async function connect(address: ServerAddress, settings: Record<string, string> = {}): Promise<Connection> {
  const { Client = pg.Client, ...config } = address
  const client = new Client({
    ...config,
    types: typeParsers,
    application_name: 'slipway',
    keepAlive: true,
    keepAliveInitialDelayMillis: 1_000,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  const gone = new AbortController()
  client
    .on('error', (error) => gone.abort(PostgresError.toApiError(error)))
    .on('end', () => gone.abort(new Error('Connection closed')))
  await client.connect().catch((error) => Promise.reject(PostgresError.toApiError(error)))
  const connection = wrap(client, gone)
  for (const [name, value] of Object.entries(settings))
    await connection.query('select set_config($1, $2, false)', [name, value])
  return connection
}

function wrap(client: pg.Client, gone: AbortController): Connection {
  let queue: Promise<unknown> = Promise.resolve()
  return {
    query(sql, parameters = [], timeoutMs = 0) {
      const config = { text: sql, values: [...parameters], query_timeout: timeoutMs }
      const result = queue.then(() => client.query(config))
      queue = result.catch((error) => isTimeout(error) && drop(client, gone, error))
      return result.then(
        ({ rows }) => rows,
        (error) => Promise.reject(PostgresError.toApiError(error)),
      )
    },
    lost: gone.signal,
    processId: (client as unknown as { processID: number }).processID,
    onNotification: (listener) => client.on('notification', listener),
    [Symbol.asyncDispose]: () => close(client),
  }
}

/** Does not wait for a server that fails to close its side. */
async function close(client: pg.Client): Promise<void> {
  await Promise.race([client.end(), delay(CLOSE_MS, undefined, { ref: false })])
  client.connection.stream.destroy()
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

function drop(client: pg.Client, gone: AbortController, error: unknown): void {
  gone.abort(PostgresError.toApiError(error))
  client.connection.stream.destroy()
}
