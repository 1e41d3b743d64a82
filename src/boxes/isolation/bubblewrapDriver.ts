import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, existsSync, openSync } from 'node:fs'
import type { Duplex, Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { openWorkspace } from '#boxes/workspace/Workspace.ts'
import {
  bubblewrapArguments,
  FILTER_DESCRIPTOR,
  MOUNT_DESCRIPTOR,
  type Mount,
  STATUS_DESCRIPTOR,
} from './bubblewrapArguments.ts'
import { boxGroupName, type Cgroup, type Cgroups } from './cgroups.ts'
import type { BoxProcess, Exit, Program } from './Driver.ts'
import { exitOf } from './exitOf.ts'
import { freshUser } from './freshUser.ts'
import { innerCommand, outerCommand } from './launchCommand.ts'
import { ALL_FEATURES, type SandboxFeatures } from './SandboxFeatures.ts'
import { seccompFilter } from './seccompFilter.ts'
import { packDirectly, startTarIn } from './startTar.ts'
import type { Architecture } from './syscalls.ts'
import { watch, watchFiles } from './watchdog.ts'

const PATHS = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap']

/** The path of bubblewrap, if it is installed. */
export function findBubblewrap(): string | undefined {
  return PATHS.find((path) => existsSync(path))
}

export type BubblewrapOptions = {
  bubblewrap: string
  cgroups: Cgroups | undefined
  /** Read-only paths of every box: the path outside, and the path inside. */
  shared: Readonly<Record<string, string>>
  features?: SandboxFeatures
  /** The user to run as. Default: a fresh one */
  user?: number
}

const PATH = '/usr/sbin:/usr/bin:/sbin:/bin'
const REPORT_MS = 200

/** Runs a program in a kernel sandbox. */
export async function startInBubblewrap(options: BubblewrapOptions, program: Program): Promise<BoxProcess> {
  const { features = ALL_FEATURES } = options
  await using opened = new AsyncDisposableStack()
  const cgroup = await openGroup(options, program)
  if (cgroup) opened.use(cgroup)
  const user = features.user ? (options.user ?? freshUser()) : undefined
  const child = launch(options, program, { cgroup, user })
  const ended = exitOf(child)
  opened.defer(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const pid = await pidInside(child, ended)
  const killed: { reason?: string } = {}
  const kill = (reason: string) => {
    killed.reason ??= reason
    child.kill('SIGKILL')
  }
  const processes = features.processCount ? program.limits.processes : Number.POSITIVE_INFINITY
  if (!cgroup && features.memory) opened.use(watch({ pid, limits: { ...program.limits, processes }, kill }))
  if (features.diskSize)
    opened.use(watchFiles({ path: `/proc/${pid}/root/workspace`, filesMax: program.limits.files, kill }))
  const files = onlyOnce(() =>
    openWorkspace(pid, () => ({
      limits: program.limits,
      // Only the box's user exists in the user namespace of the workspace, so root cannot write there.
      ...(user === undefined ? { pack: packDirectly } : startTarIn(pid, user)),
    })),
  )
  opened.defer(async () => void (await files.opened()?.catch(() => undefined))?.[Symbol.dispose]())
  const owned = opened.move()
  const [stdin, stdout, stderr, channel] = child.stdio as unknown as [Writable, Readable, Readable, Duplex]
  return {
    stdin,
    stdout,
    stderr,
    channel,
    workspace: files.get,
    exited: ended.then((exit) => ({ ...exit, ...killed })),
    kill,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function openGroup(
  { cgroups, features = ALL_FEATURES }: BubblewrapOptions,
  { limits }: Program,
): Promise<Cgroup | undefined> {
  if (!cgroups) return undefined
  const allowed = {
    ...limits,
    ...(!features.memory && { memoryBytes: 2 ** 40 }),
    ...(!features.processCount && { processes: 4_000 }),
  }
  return cgroups.create(boxGroupName(), allowed)
}

function launch(
  options: BubblewrapOptions,
  program: Program,
  { cgroup, user }: { cgroup: Cgroup | undefined; user: number | undefined },
): ChildProcess {
  const { features = ALL_FEATURES } = options
  const { limits, environment } = program
  const sources = Object.entries({ ...options.shared, ...program.mounts })
  const mounts: Mount[] = sources.map(([, at], index) => ({ descriptor: MOUNT_DESCRIPTOR + index, at }))
  const inner = innerCommand({ limits, features, isGrouped: cgroup !== undefined }, program.command)
  const sandbox = bubblewrapArguments({ features, limits, mounts, environment })
  const lastDescriptor = MOUNT_DESCRIPTOR + mounts.length - 1
  const outer = { groups: cgroup?.folders ?? [], lastDescriptor, user, features }
  const [command = '', ...args] = outerCommand(outer, [options.bubblewrap, ...sandbox, '--', ...inner])
  const descriptors = sources.map(([path]) => openSync(path, constants.O_RDONLY))
  const child = spawn(command, args, {
    stdio: [...Array<'pipe'>(MOUNT_DESCRIPTOR).fill('pipe'), ...descriptors],
    ...(features.environment && { env: { PATH } }),
    detached: true,
  })
  for (const descriptor of descriptors) closeSync(descriptor)
  // A write to a process that is gone shows in its exit.
  for (const stream of child.stdio) stream?.on('error', () => {})
  const refusesSharedMemory = cgroup === undefined && features.memory
  const filter = seccompFilter(process.arch as Architecture, { refusesSharedMemory })
  ;(child.stdio[FILTER_DESCRIPTOR] as Writable).end(features.seccomp ? filter : '')
  return child
}

/** The process that bubblewrap reports once the sandbox is complete. */
async function pidInside(child: ChildProcess, ended: Promise<Exit>): Promise<number> {
  const status = (child.stdio as readonly unknown[])[STATUS_DESCRIPTOR] as Readable
  const reported = once(status, 'data').then(([data]) => Number(/"child-pid": (\d+)/.exec(String(data))?.[1]))
  // The report of a box that ended at once may arrive after its end.
  const pid = await Promise.race([reported, ended.then(() => delay(REPORT_MS, undefined))])
  status.resume()
  if (pid) return pid
  const stderr = (child.stdio[2] as Readable).read()
  throw new Error(`The box did not start: ${stderr === null ? 'bubblewrap ended' : String(stderr).trim()}`)
}

function onlyOnce<Value>(make: () => Promise<Value>): { get(): Promise<Value>; opened(): Promise<Value> | undefined } {
  let made: Promise<Value> | undefined
  return {
    get: () => {
      made ??= make()
      return made
    },
    opened: () => made,
  }
}
