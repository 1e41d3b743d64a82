import pg from 'pg'
import type { Log } from './Log.ts'
import { typeParsers } from './typeParsers.ts'

export type PoolOptions = {
  log: Log
  size?: number
  acquireTimeoutMs?: number
  statementTimeoutMs?: number
  lockTimeoutMs?: number
}

/** A server that stopped answering altogether is given up this long after it should have ended the statement itself. */
const GRACE_MS = 1_000

/** Nobody waits for a connection to be opened while another may become free, so that it may take its time. */
const OPENING_FACTOR = 3
/** Kept open when nothing happens, so that a burst does not begin with opening them. */
const KEPT = 4

/** Set by statement rather than at connection, because poolers between us and the server refuse unknown parameters. */
const SESSION = {
  text: `select set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
    set_config('idle_in_transaction_session_timeout', '10s', false), set_config('timezone', 'UTC', false),
    case when current_setting('synchronous_commit') = 'off' then set_config('synchronous_commit', 'on', false) end`,
}

/** Pooled connections that outlive restarts of the server: a broken one is replaced, and none can crash the process. */
export function createPool(connection: pg.ClientConfig, options: PoolOptions): pg.Pool {
  const { log, size = 10, acquireTimeoutMs = 1_000, statementTimeoutMs = 5_000, lockTimeoutMs = 1_000 } = options
  const pool = new pg.Pool({
    ...connection,
    types: typeParsers,
    application_name: 'slipway',
    max: size,
    min: Math.min(KEPT, size),
    connectionTimeoutMillis: OPENING_FACTOR * acquireTimeoutMs,
    query_timeout: statementTimeoutMs + GRACE_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    onConnect: (client) =>
      client
        .query({
          ...SESSION,
          values: [statementTimeoutMs, lockTimeoutMs],
          query_timeout: OPENING_FACTOR * acquireTimeoutMs,
        } as pg.QueryConfig)
        .then(() => {}),
  })
  const report = (error: Error) => log.debug({ err: error }, 'a database connection was lost')
  return pool.on('error', report).on('connect', (client) => client.on('error', report))
}
