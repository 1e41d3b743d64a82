import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Binaries, MAJOR } from './Binaries.ts'
import type { ClusterFolder } from './ClusterFolder.ts'
import { reserveWalSegments } from './reserveWalSegments.ts'
import { run } from './run.ts'
import { WAL_FILE_MEGABYTES } from './serverSettings.ts'

export const ROLE = 'slipway'

/** Creates the cluster or checks the existing one; returns its password. */
export async function initialiseCluster(home: ClusterFolder, binaries: Binaries): Promise<string> {
  if (await stat(home.cluster).catch(() => undefined)) return checkExisting(home)
  const password = (await readPassword(home)) ?? (await writePassword(home))
  await createCluster(home, binaries, password)
  return password
}

async function checkExisting(home: ClusterFolder): Promise<string> {
  const version = await readFile(join(home.cluster, 'PG_VERSION'), 'utf8').then(
    (content) => content.trim(),
    (error) => {
      throw new Error(`${home.cluster} cannot be read as a PostgreSQL cluster: ${error.message}.`, { cause: error })
    },
  )
  if (version !== MAJOR) {
    throw new Error(
      `${home.cluster} is a cluster of PostgreSQL ${version}, but this build needs ${MAJOR}. ` +
        `Move its data with pg_dump of version ${version}, or set DATA_DIR to another folder.`,
    )
  }
  const password = await readPassword(home)
  if (password) return password
  throw new Error(`${passwordFile(home)} is missing: restore it, or move ${home.folder} away to start empty.`)
}

function passwordFile(home: ClusterFolder): string {
  return join(home.folder, 'password')
}

async function readPassword(home: ClusterFolder): Promise<string | undefined> {
  const content = await readFile(passwordFile(home), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return content.trim() || undefined
}

async function writePassword(home: ClusterFolder): Promise<string> {
  const password = randomBytes(32).toString('base64url')
  await writeFile(passwordFile(home), `${password}\n`, { mode: 0o600, flush: true })
  return password
}

/** The finished cluster is renamed into place, so that an interrupted start leaves nothing to repair. */
async function createCluster(home: ClusterFolder, binaries: Binaries, password: string): Promise<void> {
  const staging = `${home.cluster}.new`
  const handedOver = `${staging}.password`
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging, { mode: 0o700 })
  await writeFile(handedOver, password, { mode: 0o600 })
  try {
    if (home.user) await giveTo(home.user, [staging, handedOver])
    await run(binaries.initdb, initdbArguments(staging, handedOver), home.user)
    await reserveWalSegments(staging, home.user)
    await rename(staging, home.cluster)
    await syncFolder(home.folder)
  } catch (cause) {
    await rm(staging, { recursive: true, force: true })
    const reason = cause instanceof Error ? cause.message : cause
    throw new Error(`PostgreSQL could not initialise ${home.cluster}: ${reason}`, { cause })
  } finally {
    await rm(handedOver, { force: true })
  }
}

function initdbArguments(cluster: string, pwfile: string): string[] {
  return [
    `--pgdata=${cluster}`,
    `--username=${ROLE}`,
    `--pwfile=${pwfile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    // Commits wait while a WAL segment is created: 40 ms on a slow disk for the default of 16 MB. Segments of 1 MB make
    // indexing 7 % slower.
    `--wal-segsize=${WAL_FILE_MEGABYTES}`,
    '--no-instructions',
  ]
}

async function giveTo({ uid, gid }: NonNullable<ClusterFolder['user']>, paths: string[]): Promise<void> {
  await Promise.all(paths.map((path) => chown(path, uid, gid)))
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}
