import { chmod, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { run } from './run.ts'
import * as ServerUser from './ServerUser.ts'
import { tar } from './tar.ts'

type Options = { dataDir: string; file: string }

/** Writes a backup into an empty data folder. The next start recovers it, as a new history of the database. */
export async function restore({ dataDir: given, file }: Options): Promise<void> {
  const dataDir = resolve(given)
  const folder = join(dataDir, 'postgres')
  for (const path of [folder, join(dataDir, 'secret')])
    if (await stat(path).catch(() => undefined))
      throw new Error(`${path} exists. Move it away, or set DATA_DIR to another folder.`)
  await mkdir(dataDir, { recursive: true })
  const user = await ServerUser.choose(join(folder, 'data'))
  if (user && !(await ServerUser.canEnter(dataDir, user)))
    throw new Error(`PostgreSQL's user cannot enter ${dataDir}. Set DATA_DIR to a folder that all users may enter.`)
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: user ? 0o711 : 0o700 })
  await tar(['--extract', '--file', resolve(file), '--no-same-owner', '-C', draft])
  await prepare(join(draft, 'data'), user)
  await rename(join(draft, 'secret'), join(dataDir, 'secret')).catch(ignoreMissing)
  await rename(draft, folder)
}

/** Ends the recovery on a new timeline, so that numbers assigned after the backup are not mistaken for new ones. */
async function prepare(cluster: string, user: ServerUser.ServerUser): Promise<void> {
  await writeFile(join(cluster, 'recovery.signal'), '')
  await writeFile(join(cluster, 'postgresql.auto.conf'), "restore_command = '/bin/false'\n", { flag: 'a' })
  await chmod(cluster, 0o700)
  if (user) await run('/bin/chown', ['-R', `${user.uid}:${user.gid}`, cluster], undefined)
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
