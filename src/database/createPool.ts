import pg from 'pg'
import type { ServerAddress } from './DatabaseUrl.ts'
import type { Log } from './Log.ts'
import { typeParsers } from './typeParsers.ts'

export type PoolOptions = {
  log: Log
  size?: number
  acquireTimeoutMs?: number
  statementTimeoutMs?: number
  lockTimeoutMs?: number
}

/** How long after `statement_timeout` a server that does not answer at all is given up. */
const GRACE_MS = 1_000

/** Opening may be slow, because callers meanwhile take any connection that becomes free. */
const OPENING_FACTOR = 3
/** Idle connections kept open, so that a burst does not start with connecting. */
const KEPT = 4

/**
 * Set by a statement, because connection poolers refuse unknown startup parameters. Parallel workers are off: starting
 * them takes longer than most reads, and one request would take the processors of all others.
 */
const SESSION = {
  text: `select set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
    set_config('idle_in_transaction_session_timeout', '10s', false), set_config('timezone', 'UTC', false),
    set_config('max_parallel_workers_per_gather', '0', false),
    case when current_setting('synchronous_commit') = 'off' then set_config('synchronous_commit', 'on', false) end`,
}

/** A pool that survives server restarts: broken connections are replaced and never crash the process. */
export function createPool(connection: ServerAddress, options: PoolOptions): pg.Pool {
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
  const report = (error: Error) => log.debug({ err: error }, 'database connection lost')
  return pool.on('error', report).on('connect', (client) => client.on('error', report))
}
