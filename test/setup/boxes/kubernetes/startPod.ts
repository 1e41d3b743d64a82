import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findCgroups } from '#boxes/isolation/cgroups.ts'
import { type Container, startInOci } from '#boxes/isolation/ociDriver.ts'
import { findEngine } from '#boxes/isolation/ociEngines.ts'
import { SHARED_FILES } from '#boxes/isolation/sharedFiles.ts'

type PodSpec = {
  containers: { command: string[]; resources: { limits: { memory: string; cpu: string } } }[]
  volumes: { name: string; emptyDir: { sizeLimit: string } }[]
}

/** runc with the volume of skills, which a bundle of the service does not have. */
const RUNC_WITH_SKILLS = `#!/bin/sh
for part; do [ "$before" = --bundle ] && bundle=$part; before=$part; done
[ -n "$bundle" ] && perl -pi -e 'EDIT s#"mounts":\\[#"mounts":[{"type":"tmpfs","source":"tmpfs","destination":"/skills","options":["nosuid","nodev","size=1m","mode=1777"]},#' "$bundle/config.json"
exec RUNC "$@"
`

export type NodeOptions = {
  /** As in a cluster that does not enforce network policies. Default: false */
  sharesNetwork?: boolean
}

export type Node = AsyncDisposable & { startPod(spec: PodSpec): Promise<Container> }

/** Runs pods as a kubelet with runc does. A pod has no limit of processes or files: those are the driver's own. */
export async function openNode({ sharesNetwork = false }: NodeOptions): Promise<Node> {
  const [runc, cgroups] = [findEngine('runc'), await findCgroups()]
  if (!runc || !cgroups || process.getuid?.() !== 0)
    throw new Error('The test cluster needs runc, root and control groups.')
  const folder = await mkdtemp(join(tmpdir(), 'slipway-node-'))
  const path = join(folder, 'runc')
  await writeFile(
    path,
    RUNC_WITH_SKILLS.replace('RUNC', runc).replace('EDIT', sharesNetwork ? 's#,\\{"type":"network"\\}##;' : ''),
  )
  await chmod(path, 0o755)
  return {
    startPod({ containers: [container], volumes }) {
      if (!container) throw new Error('The pod has no container.')
      const { memory, cpu } = container.resources.limits
      const workspaceBytes = Number(volumes.find(({ name }) => name === 'workspace')?.emptyDir.sizeLimit)
      const limits = {
        memoryBytes: Number(memory),
        cpus: Number(cpu),
        processes: 4_000,
        workspaceBytes,
        files: 1_000_000,
      }
      const program = { command: container.command, environment: { PATH: '/usr/bin:/bin' }, limits }
      return startInOci({ engine: 'runc', path, cgroups, shared: SHARED_FILES }, program)
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
