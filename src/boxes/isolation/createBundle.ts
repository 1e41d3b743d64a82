import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
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
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {})
  }
}
