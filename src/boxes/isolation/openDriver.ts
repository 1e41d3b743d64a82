import { findBubblewrap, startInBubblewrap } from './bubblewrapDriver.ts'
import { findCgroups } from './cgroups.ts'
import { createDriver } from './createDriver.ts'
import type { Driver, Isolation, Program } from './Driver.ts'
import { startUnderPermissions } from './permissionDriver.ts'
import { probeBox } from './probeBox.ts'
import { SHARED_FILES } from './sharedFiles.ts'

type Log = { warn(fields: object, text: string): void }

const INSTALL = 'apt-get install -y bubblewrap'

/** The strongest driver that works here, proven by a probe box. */
export async function openDriver(log: Log): Promise<Driver> {
  const bubblewrap = findBubblewrap()
  if (!bubblewrap) {
    log.warn({ install: INSTALL }, 'bubblewrap is not installed; boxes run only built-in agents')
    return withoutSandbox()
  }
  try {
    return await withBubblewrap(bubblewrap)
  } catch (err) {
    log.warn({ err }, 'bubblewrap failed to start a box; boxes run only built-in agents')
    return withoutSandbox()
  }
}

async function withBubblewrap(bubblewrap: string): Promise<Driver> {
  const cgroups = await findCgroups()
  const start = (program: Program) => startInBubblewrap({ bubblewrap, cgroups, shared: SHARED_FILES }, program)
  const probed = await probeBox(start)
  const limits = cgroups ? (`cgroup v${cgroups.version}` as const) : 'rlimits and watchdog'
  const sharedMemory = cgroups ? 'counted' : 'refused'
  return createDriver({ level: 'bubblewrap', ...probed, sharedMemory, limits }, start)
}

const WEAK: Isolation = {
  level: 'none',
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
