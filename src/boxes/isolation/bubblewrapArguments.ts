import { lstatSync, readdirSync, readlinkSync } from 'node:fs'
import type { Limits } from './Limits.ts'
import type { Defences } from './SandboxFeatures.ts'

/** A file or folder of ours, by an open descriptor: the user a box runs as need not be able to walk to it. */
export type Mount = { descriptor: number; at: string }

export type Walls = {
  defences: Defences
  limits: Limits
  mounts: readonly Mount[]
  environment: Readonly<Record<string, string>>
}

/** Where bubblewrap finds the filter and tells which process it started. */
export const FILTER_DESCRIPTOR = 4
export const STATUS_DESCRIPTOR = 5
/** The first descriptor for a mount. */
export const MOUNT_DESCRIPTOR = 6

const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib64']
const SETTINGS = ['/etc/alternatives', '/etc/ld.so.cache', '/etc/localtime', '/etc/ssl/certs']
const SCRATCH_BYTES = 16 * 2 ** 20
const SHARED_MEMORY_BYTES = 2 ** 20
/** nobody, inside: outside it is a user of the box's own. */
const USER = '65534'

/** The command line that builds the box around a program. */
export function bubblewrapArguments({ defences, limits, mounts, environment }: Walls): string[] {
  const id = defences.capabilities ? USER : '0'
  const size = (bytes: number) => (defences.diskSize ? ['--size', String(bytes)] : [])
  return [
    ...namespaces(defences),
    ...when(defences.user, ['--uid', id, '--gid', id]),
    ...['--hostname', 'box', '--new-session'],
    ...when(defences.lifetime, ['--die-with-parent']),
    ...when(defences.environment, ['--clearenv']),
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...(defences.files ? systemFiles() : allFiles()),
    ...(defences.processes ? ['--proc', '/proc'] : ['--ro-bind', '/proc', '/proc']),
    ...['--dev', '/dev', ...size(SHARED_MEMORY_BYTES), '--tmpfs', '/dev/shm'],
    ...when(defences.files, [...size(SCRATCH_BYTES), '--tmpfs', '/tmp']),
    ...[...size(limits.workspaceBytes), '--tmpfs', '/workspace'],
    ...mounts.flatMap(({ descriptor, at }) => ['--ro-bind-fd', String(descriptor), at]),
    ...when(defences.readOnlyFiles, ['--remount-ro', '/dev', '--remount-ro', '/']),
    ...when(defences.seccomp, ['--seccomp', String(FILTER_DESCRIPTOR)]),
    ...when(!defences.capabilities, ['--cap-add', 'ALL']),
    ...['--json-status-fd', String(STATUS_DESCRIPTOR), '--chdir', '/workspace'],
  ]
}

function namespaces(defences: Defences): string[] {
  return [
    ...when(defences.user, ['--unshare-user']),
    ...['--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...when(defences.processes, ['--unshare-pid']),
    ...when(defences.network, ['--unshare-net']),
    ...when(defences.user && defences.nestedNamespaces, ['--disable-userns']),
  ]
}

/** The system's programs and libraries, as this machine lays them out. */
function systemFiles(): string[] {
  const folders = SYSTEM.flatMap((path) => {
    const entry = lstatSync(path, { throwIfNoEntry: false })
    if (!entry) return []
    return entry.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
  })
  return [...folders, ...SETTINGS.flatMap((path) => ['--ro-bind-try', path, path])]
}

const OWN = new Set(['proc', 'dev', 'sys', 'workspace'])

function allFiles(): string[] {
  const names = readdirSync('/').filter((name) => !OWN.has(name))
  return names.flatMap((name) => ['--ro-bind', `/${name}`, `/${name}`])
}

function when(condition: boolean, args: string[]): string[] {
  return condition ? args : []
}
