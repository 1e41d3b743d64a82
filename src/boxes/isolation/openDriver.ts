import type { KubernetesSettings } from '#core/KubernetesSettings.ts'
import { findBubblewrap, startInBubblewrap } from './bubblewrapDriver.ts'
import { findCgroups } from './cgroups.ts'
import { removeStaleBundles } from './createBundle.ts'
import { createDriver } from './createDriver.ts'
import type { Driver, Engine, Isolation, Program } from './Driver.ts'
import { startInOci } from './ociDriver.ts'
import { findEngine, OCI_ENGINES, type OciName } from './ociEngines.ts'
import { startUnderPermissions } from './permissionDriver.ts'
import { probeBox } from './probeBox.ts'
import { SHARED_FILES } from './sharedFiles.ts'

type Log = { warn(fields: object, text: string): void }

export type SandboxEngine = Exclude<Engine, 'node'>

/** The driver of the engine if a probe box works here, otherwise one that runs only built-in agents. */
export async function openDriver(
  log: Log,
  engine: SandboxEngine = 'bubblewrap',
  kubernetes?: KubernetesSettings,
): Promise<Driver> {
  try {
    if (engine === 'bubblewrap') return await withBubblewrap()
    if (engine !== 'kubernetes') return await withOci(engine)
    const { openKubernetes } = await import('./kubernetes/openKubernetes.ts')
    return await openKubernetes(kubernetes)
  } catch (err) {
    log.warn({ err, engine }, 'sandbox failed to start a box: only built-in agents can run')
    return withoutSandbox()
  }
}

async function withBubblewrap(): Promise<Driver> {
  const bubblewrap = findBubblewrap()
  if (!bubblewrap) throw missing('bubblewrap')
  const cgroups = await findCgroups()
  const start = (program: Program) => startInBubblewrap({ bubblewrap, cgroups, shared: SHARED_FILES }, program)
  const probed = await probeBox(start)
  const limits = cgroups ? (`cgroup v${cgroups.version}` as const) : 'rlimits and watchdog'
  const sharedMemory = cgroups ? 'counted' : 'refused'
  return createDriver({ level: 'bubblewrap', engine: 'bubblewrap', ...probed, sharedMemory, limits }, start)
}

async function withOci(engine: OciName): Promise<Driver> {
  const path = findEngine(engine)
  if (!path) throw missing(engine)
  const cgroups = await findCgroups()
  if (!cgroups || process.getuid?.() !== 0)
    throw new Error(`${engine} needs root and control groups. Run the service as root, or set BOX_ENGINE=bubblewrap.`)
  await removeStaleBundles()
  const start = (program: Program) => startInOci({ engine, path, cgroups, shared: SHARED_FILES }, program)
  const probed = await probeBox(start)
  const limits = `cgroup v${cgroups.version}` as const
  return createDriver({ level: OCI_ENGINES[engine].level, engine, ...probed, sharedMemory: 'counted', limits }, start)
}

function missing(engine: OciName | 'bubblewrap'): Error {
  return new Error(`${engine} is not installed. Install it: apt-get install -y ${engine}`)
}

const WEAK: Isolation = {
  level: 'none',
  engine: 'node',
  network: 'shared',
  seccomp: false,
  nestedNamespaces: 'possible',
  capabilities: 'some',
  sharedMemory: 'unbounded',
  limits: 'heap limit',
}

function withoutSandbox(): Driver {
  return createDriver(WEAK, startUnderPermissions)
}
