import type pg from 'pg'
import { describe, type ServerAddress } from './DatabaseUrl.ts'
import { patiently } from './patiently.ts'

/** The durability of a commit: `disk` means that it is on disk when acknowledged. */
export type Durability = {
  level: 'disk' | 'process'
  fsync: boolean
  fullPageWrites: boolean
  synchronousCommit: string
  dataChecksums: boolean
}

export type Inspection = { serverVersion: string; durability: Durability }

type Options = {
  /** Whether locks and listeners use connections that lead to the server itself. */
  hasDirectRoute: boolean
}

type Row = {
  number: number
  version: string
  standby: boolean
  fsync: boolean
  full_page_writes: boolean
  synchronous_commit: string
  data_checksums: boolean
  pid: number
}

const OLDEST = 150_000

const QUESTIONS = `select current_setting('server_version_num')::int4 as number, current_setting('server_version') as version,
  pg_is_in_recovery() as standby, current_setting('fsync')::bool as fsync,
  current_setting('full_page_writes')::bool as full_page_writes, current_setting('synchronous_commit') as synchronous_commit,
  current_setting('data_checksums')::bool as data_checksums, pg_backend_pid() as pid`

/** Reads version and settings; throws one clear line for a server that is unreachable, too old, read-only or pooled. */
export async function inspectServer(
  pool: pg.Pool,
  connection: ServerAddress,
  { hasDirectRoute }: Options,
): Promise<Inspection> {
  const { row, isPooled } = await patiently(() => ask(pool)).catch((error) => {
    throw new Error(
      `PostgreSQL at ${describe(connection)} refuses the connection: ${reasonOf(error)}. Check DATABASE_URL and that the server runs.`,
      { cause: error },
    )
  })
  if (!row || row.number < OLDEST) throw refusal(connection, `is version ${row?.version}; 15 or newer is needed`)
  if (row.standby) throw refusal(connection, 'is a read-only standby; point DATABASE_URL at the primary')
  if (isPooled && !hasDirectRoute)
    throw refusal(
      connection,
      'is behind a connection pooler, which may drop locks and listeners; set DATABASE_DIRECT_URL to the server itself',
    )
  return { serverVersion: row.version.split(' ')[0] ?? row.version, durability: durabilityOf(row) }
}

type Answer = { row: Row | undefined; isPooled: boolean }

/** A pooler names a process of its own instead of the server's. */
async function ask(pool: pg.Pool): Promise<Answer> {
  const client = await pool.connect()
  try {
    const [row] = (await client.query<Row>(QUESTIONS)).rows
    client.release()
    return { row, isPooled: row?.pid !== (client as unknown as { processID: number }).processID }
  } catch (error) {
    client.release(true)
    throw error
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

function refusal(connection: ServerAddress, reason: string): Error {
  return new Error(`PostgreSQL at ${describe(connection)} ${reason}.`)
}

function reasonOf(error: { code?: string; message?: string }): string {
  return error.message || error.code || 'no answer'
}
