import { chmod, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import * as FolderLock from '#database/embedded/FolderLock.ts'
import { openCluster } from '#database/embedded/openCluster.ts'
import { copyFolder } from './copyFolder.ts'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: vitest types provided values by merging this interface
  export interface ProvidedContext {
    /** The address of the run's PostgreSQL with the name of a database left to add. */
    postgresUrl: string
    /** A data folder with a cluster that was never used. */
    seedFolder: string
  }
}

/** One throw-away PostgreSQL for the whole run: it never syncs, so no test about durability may use it. */
const THROW_AWAY = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' }

const PREFIX = 'slipway-test-'
const MEMORY_MIN_BYTES = 2 ** 31
const STALE_MS = 60_000

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parent = (await hasRoom('/dev/shm')) ? '/dev/shm' : tmpdir()
  await removeStale(parent)
  const folder = await mkdtemp(join(parent, PREFIX))
  await chmod(folder, 0o711)
  const log = pino({ level: 'silent' })
  const [seed, dataDir] = [join(folder, 'seed'), join(folder, 'data')]
  await (await openCluster({ dataDir: seed, log }))[Symbol.asyncDispose]()
  project.provide('seedFolder', seed)
  await copyFolder(seed, dataDir)
  const cluster = await openCluster({ dataDir, log, settings: THROW_AWAY })
  const { user, password, host = '' } = cluster.connection
  project.provide('postgresUrl', `postgresql://${user}:${password}@${encodeURIComponent(host)}`)
  return async () => {
    await cluster[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  }
}

/** In memory a database is copied in a tenth of the time, where there is enough of it. */
async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize >= MEMORY_MIN_BYTES
}

/** A folder left by a killed run: neither new nor locked. */
async function removeStale(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(PREFIX))
  await Promise.all(names.map((name) => removeIfFree(join(parent, name)).catch(() => {})))
}

async function removeIfFree(folder: string): Promise<void> {
  const { mtimeMs } = await stat(folder)
  if (Date.now() - mtimeMs < STALE_MS) return
  using _free = FolderLock.take(join(folder, 'data', 'postgres'))
  await rm(folder, { recursive: true, force: true })
}
