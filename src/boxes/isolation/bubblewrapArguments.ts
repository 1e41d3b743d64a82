import { readdirSync } from 'node:fs'
import type { Limits } from './Limits.ts'
import type { SandboxFeatures } from './SandboxFeatures.ts'
import { systemFiles } from './systemFiles.ts'

/** A mounted path, by open descriptor: the user of the box need not be able to reach it. */
export type Mount = { descriptor: number; at: string }

export type SandboxOptions = {
  features: SandboxFeatures
  limits: Limits
  mounts: readonly Mount[]
  environment: Readonly<Record<string, string>>
}

/** Descriptors for the seccomp filter and for the status that bubblewrap reports. */
export const FILTER_DESCRIPTOR = 4
export const STATUS_DESCRIPTOR = 5
export const MOUNT_DESCRIPTOR = 6

export const SCRATCH_BYTES = 16 * 2 ** 20
export const SHARED_MEMORY_BYTES = 2 ** 20
/** nobody inside the box; outside, each box has its own user. */
const USER = '65534'

/** The arguments of bubblewrap, up to the program. */
export function bubblewrapArguments({ features, limits, mounts, environment }: SandboxOptions): string[] {
  const id = features.capabilities ? USER : '0'
  const size = (bytes: number) => (features.diskSize ? ['--size', String(bytes)] : [])
  return [
    ...namespaces(features),
    ...when(features.user, ['--uid', id, '--gid', id]),
    ...['--hostname', 'box', '--new-session'],
    ...when(features.lifetime, ['--die-with-parent']),
    ...when(features.environment, ['--clearenv']),
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...(features.files ? systemFiles().flatMap(bind) : allFiles()),
    ...(features.processes ? ['--proc', '/proc'] : ['--ro-bind', '/proc', '/proc']),
    // /dev/full reads like /dev/zero and cannot be mapped, which would allocate shared memory.
    ...[
      '--dev',
      '/dev',
      '--dev-bind-try',
      '/dev/full',
      '/dev/zero',
      ...size(SHARED_MEMORY_BYTES),
      '--tmpfs',
      '/dev/shm',
    ],
    ...when(features.files, [...size(SCRATCH_BYTES), '--tmpfs', '/tmp']),
    ...[...size(limits.workspaceBytes), '--tmpfs', '/workspace'],
    ...mounts.flatMap(({ descriptor, at }) => ['--ro-bind-fd', String(descriptor), at]),
    ...when(features.readOnlyFiles, ['--remount-ro', '/dev', '--remount-ro', '/']),
    ...when(features.seccomp, ['--seccomp', String(FILTER_DESCRIPTOR)]),
    ...when(!features.capabilities, ['--cap-add', 'ALL']),
    ...['--json-status-fd', String(STATUS_DESCRIPTOR), '--chdir', '/workspace'],
  ]
}

function namespaces(features: SandboxFeatures): string[] {
  return [
    ...when(features.user, ['--unshare-user']),
    ...['--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...when(features.processes, ['--unshare-pid']),
    ...when(features.network, ['--unshare-net']),
    ...when(features.user && features.nestedNamespaces, ['--disable-userns']),
  ]
}

function bind({ path, target }: { path: string; target?: string }): string[] {
  return target === undefined ? ['--ro-bind', path, path] : ['--symlink', target, path]
}

const OWN = new Set(['proc', 'dev', 'sys', 'workspace'])

function allFiles(): string[] {
  const names = readdirSync('/').filter((name) => !OWN.has(name))
  return names.flatMap((name) => ['--ro-bind', `/${name}`, `/${name}`])
}

function when(condition: boolean, args: string[]): string[] {
  return condition ? args : []
}
