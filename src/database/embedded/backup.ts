import { chmod, mkdtemp, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { type Connection, connect } from '#database/Connection.ts'
import type { Log } from '#database/Log.ts'
import { ROLE } from './initialiseCluster.ts'
import { openCluster } from './openCluster.ts'
import { tar } from './tar.ts'

type Options = { dataDir: string; file: string; log: Log }

/** Files of the running server, and files that it creates again. */
const LEFT_OUT = ['postmaster.*', '.s.PGSQL.*', 'pg_wal/*', 'pg_replslot/*', 'pg_stat_tmp/*', 'base/pgsql_tmp*']

/**
 * Writes the embedded database and the root secret to one tar file, while the service runs or not. The file holds every
 * row that was committed before the call.
 */
export async function backup({ dataDir, file, log }: Options): Promise<void> {
  const folder = await realpath(join(dataDir, 'postgres')).catch(() => {
    throw new Error(
      `There is no embedded database in ${dataDir}. Set DATA_DIR; back up DATABASE_URL with its own tools.`,
    )
  })
  const running = await runningServer(folder)
  await using cluster = running ? undefined : await openCluster({ dataDir, log })
  await using session = await connect((running ?? cluster?.connection) as ClientConfig)
  const draft = `${file}.partial`
  try {
    await write(session, { dataDir, folder, draft })
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Where the server of a running service listens. */
async function runningServer(folder: string): Promise<ClientConfig | undefined> {
  const lines = (await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [pid, , , port, host] = lines
  if (!pid || !host || !(await stat(`/proc/${pid}`).catch(() => undefined))) return undefined
  const password = (await readFile(join(folder, 'password'), 'utf8')).trim()
  return { host, port: Number(port), user: ROLE, password, database: 'postgres', ssl: false }
}

type Source = { dataDir: string; folder: string; draft: string }

/** A base backup: the files as they are, and the log that brings them to one moment. */
async function write(session: Connection, { dataDir, folder, draft }: Source): Promise<void> {
  const cluster = join(folder, 'data')
  // Keeps the log from being recycled until this session ends.
  await session.query(`select pg_create_physical_replication_slot('slipway_backup', true, true)`)
  const [start] = await session.query<{ file: string }>(
    `select pg_walfile_name(pg_backup_start('slipway', true)) as file`,
  )
  await writeFile(draft, '', { mode: 0o600 })
  await chmod(draft, 0o600)
  const excluded = LEFT_OUT.map((pattern) => `--exclude=data/${pattern}`)
  await tar(['--create', '--file', draft, ...excluded, '-C', folder, 'password', 'data'])
  const [stop] = await session.query<{ label: string; file: string }>(
    'select labelfile as label, pg_walfile_name(lsn) as file from pg_backup_stop(false)',
  )
  if (!start || !stop) throw new Error('PostgreSQL did not report the extent of the backup.')
  const segments = await segmentsBetween(cluster, start.file, stop.file)
  await tar(['--append', '--file', draft, '-C', folder, ...segments])
  await appendLabel(draft, stop.label)
  const hasSecret = await stat(join(dataDir, 'secret')).catch(() => undefined)
  if (hasSecret) await tar(['--append', '--file', draft, '-C', dataDir, 'secret'])
}

async function segmentsBetween(cluster: string, first: string, last: string): Promise<string[]> {
  const names = await readdir(join(cluster, 'pg_wal'))
  const isNeeded = (name: string) => name.endsWith('.history') || (name.length === 24 && name >= first && name <= last)
  return names.filter(isNeeded).map((name) => join('data', 'pg_wal', name))
}

/** The label makes the server start from the log instead of from the files as they are. */
async function appendLabel(draft: string, label: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-backup-'))
  try {
    await writeFile(join(folder, 'backup_label'), label, { mode: 0o600 })
    await tar(['--append', '--file', draft, '-C', folder, '--transform=s,^,data/,', 'backup_label'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
