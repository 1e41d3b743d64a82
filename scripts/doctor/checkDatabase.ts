import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import pg from 'pg'
import type { Config } from '../../src/config/config.ts'
import * as DatabaseUrl from '../../src/database/DatabaseUrl.ts'
import { type Finding, fail, ok, warn } from './Finding.ts'

const FREE_MIN_BYTES = 5e9
const OLDEST = 150_000
const CLOCK_MAX_MS = 5_000

/** The server as this replica would use it; nothing is written. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  if (!config.DATABASE_URL) return [await checkDisk(config.DATA_DIR)]
  const direct = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL
  try {
    const findings = await inspect(config.DATABASE_URL, config)
    return direct === config.DATABASE_URL ? findings : [...findings, await checkDirect(direct)]
  } catch (error) {
    return [fail('database', `no answer: ${(error as Error).message}`, 'Check DATABASE_URL and that the server runs.')]
  }
}

type Row = { version: number; name: string; standby: boolean; sync: string; pid: number; max: number; now: number }

const QUESTIONS = `select current_setting('server_version_num')::int4 as version, current_setting('server_version') as name,
  pg_is_in_recovery() as standby, current_setting('synchronous_commit') as sync, pg_backend_pid() as pid,
  current_setting('max_connections')::int4 as max, (extract(epoch from clock_timestamp()) * 1000)::float8 as now`

async function inspect(url: string, config: Config): Promise<Finding[]> {
  const client = clientOf(url, 'DATABASE_URL')
  await client.connect()
  try {
    const before = Date.now()
    const [row] = (await client.query<Row>(QUESTIONS)).rows
    if (!row) throw new Error('empty answer')
    const differenceMs = row.now < before ? before - row.now : Math.max(0, row.now - Date.now())
    const isPooled = row.pid !== (client as unknown as { processID: number }).processID
    return [checkServer(row), checkPooler(isPooled, config), checkPool(row, config), checkClock(differenceMs)]
  } finally {
    await client.end()
  }
}

function clientOf(url: string, variable: string): pg.Client {
  const { Client = pg.Client, ...address } = DatabaseUrl.parse(url, variable, 'primary')
  return new Client({ ...address, connectionTimeoutMillis: 5_000 })
}

function checkServer({ version, name, standby, sync }: Row): Finding {
  if (version < OLDEST) return fail('database', `PostgreSQL ${name}`, 'Use version 15 or newer.')
  if (standby) return fail('database', 'a read-only standby', 'Point DATABASE_URL at the primary.')
  if (sync === 'off')
    return warn(
      'database',
      `PostgreSQL ${name}, synchronous_commit off`,
      'Turn it on: a crash loses acknowledged writes.',
    )
  return ok('database', `PostgreSQL ${name}`)
}

function checkPooler(isPooled: boolean, { DATABASE_DIRECT_URL }: Config): Finding {
  if (!isPooled) return ok('pooler', 'none')
  if (DATABASE_DIRECT_URL) return ok('pooler', 'in front of DATABASE_URL')
  return fail('pooler', 'in front of DATABASE_URL', 'Set DATABASE_DIRECT_URL to the server itself.')
}

async function checkDirect(url: string): Promise<Finding> {
  const client = clientOf(url, 'DATABASE_DIRECT_URL')
  try {
    await client.connect()
    return ok('direct', 'DATABASE_DIRECT_URL answers')
  } catch (error) {
    return fail('direct', `no answer: ${(error as Error).message}`, 'Check DATABASE_DIRECT_URL.')
  } finally {
    await client.end()
  }
}

function checkPool({ max }: Row, { DATABASE_POOL_SIZE }: Config): Finding {
  const replicas = Math.floor((max - 10) / (DATABASE_POOL_SIZE + 4))
  const fact = `${DATABASE_POOL_SIZE} connections of ${max}: enough for ${replicas} replicas`
  return replicas < 3
    ? warn('pool', fact, 'Raise max_connections, or put a pooler in front of DATABASE_URL.')
    : ok('pool', fact)
}

function checkClock(differenceMs: number): Finding {
  const fact = `${Math.round(differenceMs)} ms from the database`
  return differenceMs > CLOCK_MAX_MS
    ? fail('clock', fact, 'Synchronise the clock of this machine (NTP).')
    : ok('clock', fact)
}

async function checkDisk(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir).catch(() => statfs(dirname(resolve(dataDir))))
  const fact = `embedded, ${(Number(bavail * bsize) / 1e9).toFixed(1)} GB free in ${dataDir}`
  if (bavail * bsize < FREE_MIN_BYTES) return warn('database', fact, 'Keep 5 GB free, and back up: npm run backup.')
  return ok('database', fact)
}
