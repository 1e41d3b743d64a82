import { createHash } from 'node:crypto'
import { access, chmod, constants, lstat, mkdir, realpath, rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '#database/Log.ts'
import * as FolderLock from './FolderLock.ts'
import * as ServerUser from './ServerUser.ts'
import { stopOrphanedServer } from './stopOrphanedServer.ts'

/** The folder that holds one cluster with its password and lock, and the user its server runs as. */
export type ClusterFolder = { folder: string; cluster: string; user: ServerUser.ServerUser }

type Options = { dataDir: string; log: Log }

const OUTSIDE = '/var/lib/slipway'

/** Finds or creates the cluster's folder: `postgres` in the data folder, or the target of that link. */
export async function open(options: Options): Promise<ClusterFolder> {
  const { dataDir } = options
  try {
    await mkdir(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
    await access(dataDir, constants.R_OK | constants.X_OK)
    await access(dataDir, constants.W_OK).catch(readOnly)
    const folder = (await existing(dataDir)) ?? (await create(options))
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const cluster = join(folder, 'data')
    return { folder, cluster, user: await ServerUser.choose(cluster) }
  } catch (error) {
    throw unusable(dataDir, error)
  }
}

async function existing(dataDir: string): Promise<string | undefined> {
  const entry = join(dataDir, 'postgres')
  const found = await lstat(entry).catch(() => undefined)
  if (!found?.isSymbolicLink()) return found && entry
  return realpath(entry).catch(() => {
    throw new Error(`${entry} points to a missing folder. Restore it, or delete the link to start empty.`)
  })
}

/** If the service runs as root and the server's user cannot reach the data folder, the cluster lies outside it. */
async function create(options: Options): Promise<string> {
  const user = await ServerUser.choose(join(options.dataDir, 'postgres', 'data'))
  if (user && !(await ServerUser.canEnter(options.dataDir, user))) return createOutside(options)
  return makeFolder(join(options.dataDir, 'postgres'))
}

async function createOutside({ dataDir, log }: Options): Promise<string> {
  const name = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex')
    .slice(0, 16)
  const folder = join(OUTSIDE, name)
  await makeFolder(OUTSIDE)
  await moveAside(folder, log)
  await makeFolder(folder)
  await symlink(folder, join(dataDir, 'postgres'))
  log.warn(
    { dataDir, folder },
    'data folder is not accessible to the PostgreSQL user; database placed in another folder',
  )
  return folder
}

/** An unlinked cluster belongs to a deleted data folder: it is kept, but not reused. */
async function moveAside(folder: string, log: Log): Promise<void> {
  const found = await lstat(folder).catch(() => undefined)
  if (!found) return
  using _unused = FolderLock.take(folder)
  await stopOrphanedServer(join(folder, 'data'), log)
  const kept = `${folder}.${Math.floor(found.mtimeMs).toString(36)}`
  await rename(folder, kept)
  log.warn({ kept }, 'kept the database of a deleted data folder; delete it if it is not needed')
}

/** Under root, folders are 0711: the server's user can traverse but not list them. */
async function makeFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, isRoot() ? 0o711 : 0o700)
  return folder
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

function readOnly(): never {
  throw Object.assign(new Error('it is read-only'), { code: 'EROFS' })
}

function unusable(dataDir: string, error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  return new Error(
    `The data folder ${dataDir} cannot be used: ${error.message}. ` +
      `Set DATA_DIR to a folder that the user with id ${process.getuid?.()} can read and write.`,
    { cause: error },
  )
}
