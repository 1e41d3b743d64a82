import type { Limits } from './Limits.ts'
import type { Defences } from './SandboxFeatures.ts'

/** Joins the box's groups while still allowed to, and closes every descriptor the service inherited from its own parent. */
const OUTER = `last=$1; shift
while [ "$1" != -- ]; do echo 0 > "$1/cgroup.procs" || exit 96; shift; done; shift
if [ "$last" -gt 0 ]; then for fd in /proc/self/fd/*; do n=\${fd##*/}; [ "$n" -gt "$last" ] && eval "exec $n>&-"; done; fi
exec "$@"`

type Outer = {
  /** Folders of the groups to join. */
  groups: readonly string[]
  /** The highest descriptor that is meant for bubblewrap. */
  lastDescriptor: number
  /** The user of the box's own, where we may choose one. */
  user: number | undefined
  defences: Defences
}

/** What runs bubblewrap: `command` is its path and arguments. */
export function outerCommand({ groups, lastDescriptor, user, defences }: Outer, command: readonly string[]): string[] {
  const last = defences.descriptors ? lastDescriptor : 0
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

function setUser(user: number): string[] {
  return ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--no-new-privs', '--']
}

/** What unpacks an archive from its standard input as the box's user and inside the box: whatever links stand there lead nowhere else. */
export function unpackCommand(pid: number, user: number): string[] {
  const enter = ['nsenter', `--target=${pid}`, '--mount', '--']
  return [...enter, ...setUser(user), 'tar', '-xf', '-', '-C', '/workspace', '--no-same-owner']
}

const CPU_SECONDS_MAX = 3600
const OPEN_FILES_MAX = 256
/** Thread stacks and code count as data too, beside what a program calls its memory. */
const DATA_OVERHEAD_BYTES = 256 * 2 ** 20

type Inner = { limits: Limits; defences: Defences; isGrouped: boolean }

/** What runs the program inside: limits of one process, beside those of the group, or instead of them where there is none. */
export function innerCommand({ limits, defences, isGrouped }: Inner, command: readonly string[]): string[] {
  const data = Math.ceil((limits.memoryBytes + DATA_OVERHEAD_BYTES) / 1024)
  const rules = [
    'ulimit -c 0',
    ...(defences.openFiles ? [`ulimit -n ${OPEN_FILES_MAX}`] : []),
    ...(defences.processCount
      ? [`{ ulimit -u ${limits.processes} 2>/dev/null || ulimit -p ${limits.processes}; }`]
      : []),
    ...(isGrouped || !defences.memory ? [] : [`ulimit -d ${data}`]),
    ...(isGrouped ? [] : [`ulimit -t ${CPU_SECONDS_MAX}`]),
  ]
  return ['/bin/sh', '-c', `${rules.join(' && ')} && exec "$@"`, 'sh', ...command]
}
