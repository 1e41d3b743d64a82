import { createHash } from 'node:crypto'
import { access, chmod, constants, lstat, mkdir, realpath, rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '#database/Log.ts'
import * as FolderLock from './FolderLock.ts'
import * as ServerUser from './ServerUser.ts'
import { stopOrphanedServer } from './stopOrphanedServer.ts'

/** The folder that holds one cluster with its password and lock, and the user its server runs as. */
export type ClusterFolder = { folder: string; cluster: string; user: ServerUser.ServerUser }

type Place = { dataDir: string; log: Log }

const OUTSIDE = '/var/lib/slipway'

/** Finds or makes the folder of a data folder's cluster: inside it, or where its link `postgres` points. */
export async function open(place: Place): Promise<ClusterFolder> {
  const { dataDir } = place
  try {
    await mkdir(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
    await access(dataDir, constants.R_OK | constants.X_OK)
    await access(dataDir, constants.W_OK).catch(readOnly)
    const folder = (await existing(dataDir)) ?? (await create(place))
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
    throw new Error(`${entry} points to a folder that is gone. Bring it back, or delete the link to start empty.`)
  })
}

/** A root service whose server's user cannot reach the data folder keeps the cluster outside it. */
async function create(place: Place): Promise<string> {
  const user = await ServerUser.choose(join(place.dataDir, 'postgres', 'data'))
  if (user && !(await ServerUser.canEnter(place.dataDir, user))) return createOutside(place)
  return makeFolder(join(place.dataDir, 'postgres'))
}

async function createOutside({ dataDir, log }: Place): Promise<string> {
  const name = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex')
    .slice(0, 16)
  const folder = join(OUTSIDE, name)
  await makeFolder(OUTSIDE)
  await moveAside(folder, log)
  await makeFolder(folder)
  await symlink(folder, join(dataDir, 'postgres'))
  log.warn({ dataDir, folder }, `a parent of ${dataDir} is closed to PostgreSQL's user: the database is in ${folder}`)
  return folder
}

/** A cluster nothing links to belongs to a data folder that was deleted: it is kept, but not taken for the new one's. */
async function moveAside(folder: string, log: Log): Promise<void> {
  const found = await lstat(folder).catch(() => undefined)
  if (!found) return
  using _unused = FolderLock.take(folder)
  await stopOrphanedServer(join(folder, 'data'), log)
  const kept = `${folder}.${Math.floor(found.mtimeMs).toString(36)}`
  await rename(folder, kept)
  log.warn({ kept }, `the database of a deleted data folder is kept in ${kept}: delete it when it is not needed`)
}

/** A root service's folders let the server's user pass through, and show it nothing. */
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
