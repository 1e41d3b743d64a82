import type { Limits } from './Limits.ts'
import type { SandboxFeatures } from './SandboxFeatures.ts'

/** Joins the control groups and closes descriptors that the service inherited from its parent. */
const OUTER = `last=$1; shift
while [ "$1" != -- ]; do echo 0 > "$1/cgroup.procs" || exit 96; shift; done; shift
if [ "$last" -gt 0 ]; then for fd in /proc/self/fd/*; do n=\${fd##*/}; [ "$n" -gt "$last" ] && eval "exec $n>&-"; done; fi
exec "$@"`

type Outer = {
  /** Folders of the control groups to join. */
  groups: readonly string[]
  /** The highest descriptor that is meant for bubblewrap. */
  lastDescriptor: number
  /** The user of the box, if the service may choose one. */
  user: number | undefined
  features: SandboxFeatures
}

/** The command that runs bubblewrap: `command` is its path and arguments. */
export function outerCommand({ groups, lastDescriptor, user, features }: Outer, command: readonly string[]): string[] {
  const last = features.descriptors ? lastDescriptor : 0
  const identity = user === undefined ? [] : setUser(user)
  return [
    '/bin/bash',
    '--norc',
    '--noprofile',
    '-c',
    OUTER,
    'bash',
    String(last),
    ...groups,
    '--',
    ...identity,
    ...command,
  ]
}

const MOUNT_AND_RUN = 'mount -t tmpfs -o "$1" tmpfs "$2" && shift 2 && exec "$@"'

type OwnWorkspace = { workspace: string; limits: Limits; user: number }

/**
 * Runs an OCI engine as the first process of its own namespaces, with the workspace mounted in them: when the service
 * ends, the kernel ends every process of the box and removes the mount.
 */
export function inOwnNamespaces({ workspace, limits, user }: OwnWorkspace, command: readonly string[]): string[] {
  const size = `size=${limits.workspaceBytes},nr_inodes=${limits.files}`
  const options = `${size},mode=0755,uid=${user},gid=${user},nosuid,nodev`
  const namespaces = ['unshare', '--mount', '--pid', '--fork', '--kill-child=KILL', '--mount-proc', '--']
  const mounting = ['/bin/sh', '-c', MOUNT_AND_RUN, 'sh', options, workspace]
  return ['setpriv', '--pdeathsig', 'KILL', '--', ...namespaces, ...mounting, ...command]
}

function setUser(user: number): string[] {
  return ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--no-new-privs', '--']
}

const PACK = ['tar', '--create', '--file=-', '--format=gnu', '--sparse', '--ignore-failed-read', '--one-file-system']
const UNPACK = ['tar', '--extract', '--file=-', '--no-same-owner', '--preserve-permissions']
export const UNPACK_INSIDE = [...UNPACK, '-C', '/workspace']
/** `cat` discards the bytes that tar left unread, so that the next line is a size again. */
const UNPACK_MANY = `while read -r size; do
said=$(head -c "$size" | { "$@" 2>&1; code=$?; cat > /dev/null; exit $code; })
echo "$?" $(printf %s "$said" | tail -c 500)
done`
export const UNPACK_MANY_INSIDE = ['sh', '-c', UNPACK_MANY, 'sh', ...UNPACK_INSIDE]
/** The descriptor that tar gets besides its standard streams. */
const TAR_DESCRIPTOR = '/proc/self/fd/3'

/** Archives the workspace from inside the box. */
export const PACK_WORKSPACE = [...PACK, '-C', '/workspace', '.']
/** Archives the folder that is open as descriptor 3. */
export const PACK_FOLDER = [...PACK, '-C', TAR_DESCRIPTOR, '.']
/** Archives the workspace of the box whose mount namespace is descriptor 3, so that no link leads out of the box. */
export const PACK_INSIDE = ['nsenter', `--mount=${TAR_DESCRIPTOR}`, '--', ...PACK_WORKSPACE]

/** Unpacks an archive as the user of the box and inside it, so that links cannot lead out. */
export function unpackInside(user: number): string[] {
  return [...asUserInside(user), ...UNPACK_INSIDE]
}

/** Unpacks archives, each after a line with its size, and prints a line with tar's exit code and messages for each. */
export function unpackManyInside(user: number): string[] {
  return [...asUserInside(user), ...UNPACK_MANY_INSIDE]
}

/** Enters the mount and process namespaces that are descriptors 3 and 4. The engine ends with `nsenter`, which waits for it. */
export const ENTER = [
  ...['nsenter', `--mount=${TAR_DESCRIPTOR}`, '--pid=/proc/self/fd/4', '--'],
  ...['setpriv', '--pdeathsig', 'KILL', '--'],
]

function asUserInside(user: number): string[] {
  return ['nsenter', `--mount=${TAR_DESCRIPTOR}`, '--', ...setUser(user)]
}

const CPU_SECONDS_MAX = 3600
const OPEN_FILES_MAX = 256
/** RLIMIT_DATA also counts thread stacks, code and the code range that V8 reserves. */
const DATA_OVERHEAD_BYTES = 640 * 2 ** 20

type Inner = { limits: Limits; features: SandboxFeatures; isGrouped: boolean }

/** The command that runs the program inside, with per-process limits next to, or instead of, those of the control group. */
export function innerCommand({ limits, features, isGrouped }: Inner, command: readonly string[]): string[] {
  const data = Math.ceil((limits.memoryBytes + DATA_OVERHEAD_BYTES) / 1024)
  const rules = [
    'ulimit -c 0',
    ...(features.openFiles ? [`ulimit -n ${OPEN_FILES_MAX}`] : []),
    ...(features.processCount
      ? [`{ ulimit -u ${limits.processes} 2>/dev/null || ulimit -p ${limits.processes}; }`]
      : []),
    ...(isGrouped || !features.memory ? [] : [`ulimit -d ${data}`]),
    ...(isGrouped ? [] : [`ulimit -t ${CPU_SECONDS_MAX}`]),
  ]
  return ['/bin/sh', '-c', `${rules.join(' && ')} && exec "$@"`, 'sh', ...command]
}
