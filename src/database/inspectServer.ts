import pg from 'pg'
import { connect } from './Connection.ts'
import type { Log } from './Log.ts'

/** The durability of a commit: `disk` means that it is on disk when acknowledged. */
export type Durability = {
  level: 'disk' | 'process'
  fsync: boolean
  fullPageWrites: boolean
  synchronousCommit: string
  dataChecksums: boolean
}

export type Inspection = { serverVersion: string; durability: Durability }

type Row = {
  number: number
  version: string
  standby: boolean
  fsync: boolean
  full_page_writes: boolean
  synchronous_commit: string
  data_checksums: boolean
}

const OLDEST = 150_000
const PATIENCE_MS = 15_000

const QUESTIONS = `select current_setting('server_version_num')::int4 as number, current_setting('server_version') as version,
  pg_is_in_recovery() as standby, current_setting('fsync')::bool as fsync,
  current_setting('full_page_writes')::bool as full_page_writes, current_setting('synchronous_commit') as synchronous_commit,
  current_setting('data_checksums')::bool as data_checksums`

/** Reads version and settings; throws one clear line for a server that is unreachable, too old or read-only. */
export async function inspectServer(pool: pg.Pool, connection: pg.ClientConfig): Promise<Inspection> {
  const { rows } = await askPatiently(pool).catch((error) => {
    throw new Error(
      `PostgreSQL at ${where(connection)} refuses the connection: ${reasonOf(error)}. Check DATABASE_URL and that the server runs.`,
      { cause: error },
    )
  })
  const [row] = rows
  if (!row || row.number < OLDEST) throw refusal(connection, `is version ${row?.version}; 15 or newer is needed`)
  if (row.standby) throw refusal(connection, 'is a read-only standby; point DATABASE_URL at the primary')
  return { serverVersion: row.version.split(' ')[0] ?? row.version, durability: durabilityOf(row) }
}

type Route = { directUrl?: string | undefined; log: Log }

/**
 * Refuses a connection pooler, behind which session locks and LISTEN may silently get lost. A pooler is recognised by the
 * process id that it names, which is not that of the server's process.
 */
export async function requireDirect(connection: pg.ClientConfig, { directUrl, log }: Route): Promise<void> {
  await using session = await connect(connection)
  const [row] = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
  if (row?.pid === session.processId) return
  if (directUrl === undefined)
    throw refusal(
      connection,
      'is behind a connection pooler, which may drop locks and listeners; set DATABASE_DIRECT_URL to the server itself',
    )
  log.warn('DATABASE_DIRECT_URL leads through a connection pooler: it must pool by session')
}

/** Retries timeouts: on a busy machine the first connection to a new server can be slow. */
async function askPatiently(pool: pg.Pool): Promise<pg.QueryResult<Row>> {
  for (const end = performance.now() + PATIENCE_MS; ; ) {
    try {
      return await pool.query<Row>(QUESTIONS)
    } catch (error) {
      if (!/timeout/.test(reasonOf(error as Error)) || performance.now() > end) throw error
    }
  }
}

function durabilityOf(row: Row): Durability {
  return {
    level: row.fsync && row.full_page_writes && row.synchronous_commit !== 'off' ? 'disk' : 'process',
    fsync: row.fsync,
    fullPageWrites: row.full_page_writes,
    synchronousCommit: row.synchronous_commit,
    dataChecksums: row.data_checksums,
  }
}

function refusal(connection: pg.ClientConfig, reason: string): Error {
  return new Error(`PostgreSQL at ${where(connection)} ${reason}.`)
}

/** Host, port and database as the driver parsed them, without the password. */
function where(connection: pg.ClientConfig): string {
  const { host, port, database } = new pg.Client(connection)
  return `${host}:${port}/${database}`
}

function reasonOf(error: { code?: string; message?: string }): string {
  return error.message || error.code || 'no answer'
}
