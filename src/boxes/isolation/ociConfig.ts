import { SCRATCH_BYTES, SHARED_MEMORY_BYTES } from './bubblewrapArguments.ts'
import type { Program } from './Driver.ts'
import type { OciEngine } from './ociEngines.ts'
import { seccompProfile } from './seccompProfile.ts'
import { systemFiles } from './systemFiles.ts'

const SCRATCH_FILES = 4_000
const OPEN_FILES_MAX = 256
const MASKED = ['acpi', 'asound', 'kcore', 'keys', 'latency_stats', 'timer_list', 'sched_debug', 'scsi']
const READ_ONLY = ['bus', 'fs', 'irq', 'sys', 'sysrq-trigger']
const NAMESPACES = ['pid', 'ipc', 'uts', 'mount', 'network']

export type BundleParts = {
  rootfs: string
  workspace: string
  user: number
  /** The path of the control group, as the runtime names it. */
  group: string
  /** Read-only paths of every box: the path outside, and the path inside. */
  shared: Readonly<Record<string, string>>
}

/** The `config.json` of a bundle: the same box as bubblewrap's, without an image. */
export function ociConfig(engine: OciEngine, program: Program, parts: BundleParts): object {
  const { rootfs, workspace, user, group } = parts
  const files = systemFiles().flatMap(({ path, target }) => (target === undefined ? [readOnly(path, path)] : []))
  const shared = Object.entries({ ...parts.shared, ...program.mounts }).map(([source, at]) => readOnly(source, at))
  return {
    ociVersion: '1.0.2',
    hostname: 'box',
    process: processOf(program, user),
    root: { path: rootfs, readonly: true },
    mounts: [
      { type: 'proc', source: 'proc', destination: '/proc', options: ['nosuid', 'noexec', 'nodev'] },
      { type: 'tmpfs', source: 'tmpfs', destination: '/dev', options: ['nosuid', 'mode=755', 'size=64k'] },
      scratch('/dev/shm', SHARED_MEMORY_BYTES),
      scratch('/tmp', SCRATCH_BYTES),
      { type: 'bind', source: workspace, destination: '/workspace', options: ['rbind', 'rw', 'nosuid', 'nodev'] },
      ...files,
      ...shared,
    ],
    linux: {
      cgroupsPath: group,
      resources: { devices: [{ allow: false, access: 'rwm' }] },
      namespaces: NAMESPACES.map((type) => ({ type })),
      maskedPaths: MASKED.map((name) => `/proc/${name}`),
      readonlyPaths: READ_ONLY.map((name) => `/proc/${name}`),
      // gVisor answers every call itself, and runs with a filter of its own.
      ...(engine.sharesKernel && { seccomp: seccompProfile() }),
    },
  }
}

function processOf({ command, environment, limits }: Program, user: number): object {
  const limit = (type: string, value: number) => ({ type, hard: value, soft: value })
  return {
    terminal: false,
    user: { uid: user, gid: user },
    args: command,
    env: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    cwd: '/workspace',
    noNewPrivileges: true,
    capabilities: { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] },
    rlimits: [limit('RLIMIT_NOFILE', OPEN_FILES_MAX), limit('RLIMIT_CORE', 0), limit('RLIMIT_NPROC', limits.processes)],
  }
}

function readOnly(source: string, destination: string): object {
  return { type: 'bind', source, destination, options: ['rbind', 'ro', 'nosuid', 'nodev'] }
}

function scratch(destination: string, bytes: number): object {
  const options = ['nosuid', 'nodev', `size=${bytes}`, `nr_inodes=${SCRATCH_FILES}`, 'mode=1777']
  return { type: 'tmpfs', source: 'tmpfs', destination, options }
}
