import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Duplex, Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { openMounted } from '#boxes/workspace/Workspace.ts'
import { boxGroupName, type Cgroups } from './cgroups.ts'
import { createBundle } from './createBundle.ts'
import type { BoxProcess, Exit, Program } from './Driver.ts'
import { exitOf } from './exitOf.ts'
import { freshUser } from './freshUser.ts'
import { inOwnNamespaces, outerCommand } from './launchCommand.ts'
import { OCI_ENGINES, type OciEngine, type OciName } from './ociEngines.ts'
import { ALL_FEATURES } from './SandboxFeatures.ts'
import { startTarByExec } from './startTar.ts'

export type OciOptions = {
  engine: OciName
  /** The path of the engine. */
  path: string
  cgroups: Cgroups
  /** Read-only paths of every box: the path outside, and the path inside. */
  shared: Readonly<Record<string, string>>
}

/** `run` starts a further command in the box, as its user. */
export type Container = BoxProcess & { run(command: readonly string[]): ChildProcess }

const ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }
const LAST_DESCRIPTOR = 3

/** Runs a program as an OCI bundle. */
export async function startInOci(
  { engine: name, path, cgroups, shared }: OciOptions,
  program: Program,
): Promise<Container> {
  const engine: OciEngine = OCI_ENGINES[name]
  await using opened = new AsyncDisposableStack()
  const group = opened.use(await cgroups.create(boxGroupName(), engine.groupLimits(program.limits)))
  const user = freshUser() ?? 0
  const bundle = opened.use(await createBundle(engine, program, { user, group: group.path, shared }))
  const runtime = [path, ...engine.options, '--root', bundle.state]
  const run = [...runtime, 'run', '--bundle', bundle.path, '--pid-file', bundle.started, ...engine.channel, bundle.id]
  const { limits } = program
  // gVisor's own processes are the box; runc moves only the box into the group.
  const groups = engine.sharesKernel ? [] : group.folders
  const child = launch(groups, inOwnNamespaces({ workspace: bundle.workspace, limits, user }, run))
  const ended = exitOf(child)
  opened.defer(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const pid = await enginePid(child)
  const {
    run: runInside,
    pack,
    unpack,
    unpackSmall,
  } = opened.use(startTarByExec(pid, [...runtime, 'exec', '--user', `${user}:${user}`, bundle.id]))
  const workspace = opened.use(
    await openMounted(`/proc/${pid}/root${bundle.workspace}`, { limits, pack, unpack, unpackSmall }),
  )
  await untilStarted(child, ended, bundle.started)
  const killed: { reason?: string } = {}
  const owned = opened.move()
  const [stdin, stdout, stderr, channel] = child.stdio as unknown as [Writable, Readable, Readable, Duplex]
  return {
    ...{ stdin, stdout, stderr, channel, run: runInside },
    workspace: async () => workspace,
    exited: ended.then((exit) => ({ ...exit, ...killed })),
    kill(reason) {
      killed.reason ??= reason
      child.kill('SIGKILL')
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function launch(groups: readonly string[], command: readonly string[]): ChildProcess {
  const outer = { groups, lastDescriptor: LAST_DESCRIPTOR, user: undefined, features: ALL_FEATURES }
  const [program = '', ...args] = outerCommand(outer, command)
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe', 'pipe'], env: ENVIRONMENT, detached: true })
  // A write to a process that is gone shows in its exit.
  for (const stream of child.stdio) stream?.on('error', () => {})
  return child
}

/** The first process of the namespace that `unshare` made. */
async function enginePid(child: ChildProcess): Promise<number> {
  for (; child.exitCode === null && child.signalCode === null; await delay(1)) {
    const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').catch(() => '')
    const pid = Number.parseInt(children, 10)
    if (pid > 0) return pid
  }
  throw failed(child)
}

async function untilStarted(child: ChildProcess, ended: Promise<Exit>, started: string): Promise<void> {
  const over = ended.then(() => true)
  while (!existsSync(started))
    if ((await Promise.race([over, delay(2, false)])) && !existsSync(started)) throw failed(child)
}

function failed({ stderr }: ChildProcess): Error {
  return new Error(`The box did not start: ${String((stderr as Readable).read() ?? 'its engine ended').trim()}`)
}
