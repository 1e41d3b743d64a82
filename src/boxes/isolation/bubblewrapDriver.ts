import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, existsSync, openSync } from 'node:fs'
import type { Duplex, Readable, Writable } from 'node:stream'
import { explain } from '#boxes/workspace/openBeneath.ts'
import { openWorkspace } from '#boxes/workspace/Workspace.ts'
import { ApiError } from '#core/ApiError.ts'
import {
  bubblewrapArguments,
  FILTER_DESCRIPTOR,
  MOUNT_DESCRIPTOR,
  type Mount,
  STATUS_DESCRIPTOR,
} from './bubblewrapArguments.ts'
import type { Cgroup, Cgroups } from './cgroups.ts'
import type { BoxProcess, Exit, Program } from './Driver.ts'
import { innerCommand, outerCommand, unpackCommand } from './launchCommand.ts'
import { ALL_DEFENCES, type Defences } from './SandboxFeatures.ts'
import { seccompFilter } from './seccompFilter.ts'
import type { Architecture } from './syscalls.ts'
import { watch } from './watchdog.ts'

const PATHS = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap']

/** Where bubblewrap is, if it is installed. */
export function findBubblewrap(): string | undefined {
  return PATHS.find((path) => existsSync(path))
}

export type BubblewrapOptions = {
  bubblewrap: string
  cgroups: Cgroups | undefined
  /** Folders and files of ours that every box may read: where they are, and where it finds them. */
  shared: Readonly<Record<string, string>>
  defences?: Defences
  /** The user to run as, in place of a fresh one. */
  user?: number
}

const PATH = '/usr/sbin:/usr/bin:/sbin:/bin'
/** A range kept for users that exist only while something runs. */
const USER_MIN = 61_184
const USERS = 4_000
let nextUser = Math.floor(Math.random() * USERS)

/** Runs a program in a sandbox of the kernel's. */
export async function startInBubblewrap(options: BubblewrapOptions, program: Program): Promise<BoxProcess> {
  const { defences = ALL_DEFENCES } = options
  await using opened = new AsyncDisposableStack()
  const cgroup = await openGroup(options, program)
  if (cgroup) opened.use(cgroup)
  const user = defences.user ? (options.user ?? ownUser()) : undefined
  const child = launch(options, program, { cgroup, user })
  const ended = exitOf(child)
  opened.defer(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const pid = await pidInside(child, ended)
  const wounds: { reason?: string } = {}
  const kill = (reason: string) => {
    wounds.reason ??= reason
    child.kill('SIGKILL')
  }
  if (!cgroup && defences.memory) opened.use(watch({ pid, limits: program.limits, kill }))
  const files = onlyOnce(() =>
    openWorkspace(`/proc/${pid}/root/workspace`, {
      limits: program.limits,
      // The workspace knows only the box's user, so that root itself can write nothing there.
      ...(user !== undefined && { unpack: (tar: Buffer) => unpackInside({ pid, user }, tar) }),
    }),
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
    exited: ended.then((exit) => ({ ...exit, ...wounds })),
    kill,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Only root can give each box a user of its own; otherwise it is ours, inside a namespace of its own. */
function ownUser(): number | undefined {
  return process.getuid?.() === 0 ? USER_MIN + (nextUser++ % USERS) : undefined
}

async function openGroup(
  { cgroups, defences = ALL_DEFENCES }: BubblewrapOptions,
  { limits }: Program,
): Promise<Cgroup | undefined> {
  if (!cgroups) return undefined
  const name = `box-${process.pid}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`
  const allowed = {
    ...limits,
    ...(!defences.memory && { memoryBytes: 2 ** 40 }),
    ...(!defences.processCount && { processes: 4_000 }),
  }
  return cgroups.create(name, allowed)
}

type Place = { cgroup: Cgroup | undefined; user: number | undefined }

function launch(options: BubblewrapOptions, program: Program, { cgroup, user }: Place): ChildProcess {
  const { defences = ALL_DEFENCES } = options
  const { limits, environment } = program
  const sources = Object.entries({ ...options.shared, ...program.mounts })
  const mounts: Mount[] = sources.map(([, at], index) => ({ descriptor: MOUNT_DESCRIPTOR + index, at }))
  const inner = innerCommand({ limits, defences, isGrouped: cgroup !== undefined }, program.command)
  const walls = bubblewrapArguments({ defences, limits, mounts, environment })
  const lastDescriptor = MOUNT_DESCRIPTOR + mounts.length - 1
  const outer = { groups: cgroup?.folders ?? [], lastDescriptor, user, defences }
  const [command = '', ...args] = outerCommand(outer, [options.bubblewrap, ...walls, '--', ...inner])
  const descriptors = sources.map(([path]) => openSync(path, constants.O_RDONLY))
  const child = spawn(command, args, {
    stdio: [...Array<'pipe'>(MOUNT_DESCRIPTOR).fill('pipe'), ...descriptors],
    ...(defences.environment && { env: { PATH } }),
    detached: true,
  })
  for (const descriptor of descriptors) closeSync(descriptor)
  // What cannot be written to a process that is gone shows in its exit.
  for (const stream of child.stdio) stream?.on('error', () => {})
  ;(child.stdio[FILTER_DESCRIPTOR] as Writable).end(defences.seccomp ? seccompFilter(process.arch as Architecture) : '')
  return child
}

async function exitOf(child: ChildProcess): Promise<Exit> {
  const failed = once(child, 'error').then(([error]) => ({ code: null, signal: null, reason: String(error) }))
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  return Promise.race([exited, failed]).catch((error) => ({ code: null, signal: null, reason: String(error) }))
}

/** Bubblewrap says which process it started once the box stands around it. */
async function pidInside(child: ChildProcess, ended: Promise<Exit>): Promise<number> {
  const status = (child.stdio as readonly unknown[])[STATUS_DESCRIPTOR] as Readable
  const said = once(status, 'data').then(([data]) => Number(/"child-pid": (\d+)/.exec(String(data))?.[1]))
  const pid = await Promise.race([said, ended.then(() => undefined)])
  status.resume()
  if (pid) return pid
  const words = (child.stdio[2] as Readable).read()
  throw new Error(`The box did not start: ${words === null ? 'bubblewrap ended' : String(words).trim()}`)
}

async function unpackInside({ pid, user }: { pid: number; user: number }, tar: Buffer): Promise<void> {
  const [command = '', ...args] = unpackCommand(pid, user)
  const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'pipe'], env: { PATH } })
  let words = ''
  child.stderr.on('data', (data: Buffer) => {
    words += data.toString()
  })
  child.stdin.on('error', () => {})
  child.stdin.end(tar)
  const { code } = await exitOf(child)
  if (code === 0) return
  if (/No space left|Wrote only/.test(words)) throw explain({ code: 'ENOSPC' }, '')
  throw new ApiError('failed_precondition', 'The files could not be written. The box may have ended; try again.', {
    cause: new Error(words),
  })
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
