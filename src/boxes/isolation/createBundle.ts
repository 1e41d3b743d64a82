import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Program } from './Driver.ts'
import { type BundleParts, ociConfig } from './ociConfig.ts'
import type { OciEngine } from './ociEngines.ts'
import { systemFiles } from './systemFiles.ts'

/** The folder of one box that an OCI engine reads. */
export type Bundle = AsyncDisposable & {
  id: string
  path: string
  /** The file that the engine writes once the box runs. */
  started: string
  /** The engine's own notes about the box. */
  state: string
  /** Where the files of the box are mounted, in the namespace of the engine only. */
  workspace: string
}

const PREFIX = 'slipway-bundle-'
/** The file with the start of the service that made the bundle: in a container, every service has the same process id. */
const OWNER = 'owner'

export async function createBundle(
  engine: OciEngine,
  program: Program,
  parts: Omit<BundleParts, 'rootfs' | 'workspace'>,
): Promise<Bundle> {
  const id = `box-${randomBytes(8).toString('hex')}`
  const path = join(tmpdir(), `${PREFIX}${process.pid}-${id}`)
  const [rootfs, workspace, state] = ['rootfs', 'workspace', 'state'].map((name) => join(path, name)) as [
    string,
    string,
    string,
  ]
  for (const folder of [rootfs, workspace, state]) await mkdir(folder, { recursive: true, mode: 0o755 })
  await writeFile(join(path, OWNER), (await startOf(process.pid)) ?? '')
  for (const { path: link, target } of systemFiles())
    if (target !== undefined) {
      await mkdir(dirname(join(rootfs, link)), { recursive: true })
      await symlink(target, join(rootfs, link))
    }
  const config = ociConfig(engine, program, { ...parts, rootfs, workspace })
  await writeFile(join(path, 'config.json'), JSON.stringify(config), { mode: 0o600 })
  const started = join(path, 'started')
  return {
    id,
    path,
    started,
    state,
    workspace,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  }
}

/** Removes the bundles of a service that was killed. */
export async function removeStaleBundles(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : undefined
    if (pid !== undefined && (await isStale(join(tmpdir(), name), pid)))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {})
  }
}

async function isStale(path: string, pid: number): Promise<boolean> {
  const running = await startOf(pid)
  const owner = await readFile(join(path, OWNER), 'utf8').catch(() => running)
  return running === undefined || owner !== running
}

/** When a process started, in ticks since the machine did; undefined if there is none. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
}
