import { existsSync } from 'node:fs'
import type { IsolationLevel } from './Driver.ts'
import type { Limits } from './Limits.ts'

/** A program that runs OCI bundles. */
export type OciEngine = {
  level: IsolationLevel
  /** Whether boxes call the machine's kernel; gVisor has a kernel of its own for each box. */
  sharesKernel: boolean
  paths: readonly string[]
  /** Options before the command. */
  options: readonly string[]
  /** The limits of the control group around a box. */
  groupLimits(limits: Limits): Limits
  /** Options of `run` that pass descriptor 3 into the box. */
  channel: readonly string[]
}

export const OCI_ENGINES = {
  runc: {
    level: 'bubblewrap',
    sharesKernel: true,
    paths: ['/usr/bin/runc', '/usr/sbin/runc', '/usr/local/bin/runc'],
    options: [],
    groupLimits: (limits) => limits,
    channel: ['--preserve-fds', '1'],
  },
  runsc: {
    level: 'gvisor',
    sharesKernel: false,
    paths: ['/usr/bin/runsc', '/usr/local/bin/runsc'],
    options: ['--network=none', '--ignore-cgroups'],
    // Its kernel is a process in the group, with up to three threads for each thread of the box.
    groupLimits: (limits) => ({
      ...limits,
      memoryBytes: limits.memoryBytes + 64 * 2 ** 20,
      processes: 3 * limits.processes + 100,
    }),
    channel: ['--pass-fd', '3:3'],
  },
} as const satisfies Record<string, OciEngine>

export type OciName = keyof typeof OCI_ENGINES

/** The path of the engine, if it is installed. */
export function findEngine(name: OciName): string | undefined {
  return OCI_ENGINES[name].paths.find((path) => existsSync(path))
}
