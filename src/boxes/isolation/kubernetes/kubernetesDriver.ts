import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Duplex, type Readable, type Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { type LineBuffer, readLines } from '#boxes/host/readLines.ts'
import type { BoxProcess, Exit, Program } from '#boxes/isolation/Driver.ts'
import { exitOf } from '#boxes/isolation/exitOf.ts'
import { innerCommand } from '#boxes/isolation/launchCommand.ts'
import type { Piped } from '#boxes/isolation/Piped.ts'
import { ALL_FEATURES } from '#boxes/isolation/SandboxFeatures.ts'
import { CODE_INSIDE, NODE_INSIDE } from '#boxes/isolation/sharedFiles.ts'
import { unpackArchive } from '#boxes/workspace/archive.ts'
import type { Cluster } from './Cluster.ts'
import { claimPod } from './claimPod.ts'
import { execInPod } from './execInPod.ts'
import { podWorkspace } from './podWorkspace.ts'

const CHANNEL = '/tmp/channel'
const RELAY = [NODE_INSIDE, `${CODE_INSIDE}/src/agents/relay/main.ts`, CHANNEL]
/**
 * Reads the environment from the standard input, because the API server may log the command. Opens the channel as
 * descriptor 3 and becomes the program.
 */
const CONNECT = `sub take { my $b = ''; while (length $b < $_[0]) { sysread(STDIN, $b, $_[0] - length $b, length $b) or die 'no environment' } $b }
%ENV = map { split /=/, $_, 2 } split /\\0/, take(hex take(8));
$^F = 255; my $s; socket($s, PF_UNIX, SOCK_STREAM, 0) && connect($s, sockaddr_un(shift)) or die "channel: $!";
if (fileno($s) != 3) { POSIX::dup2(fileno($s), 3); POSIX::close(fileno($s)) } exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!"`
/** Threads of the relay, and of tar while files are saved. */
const PROCESSES_OVERHEAD = 24
const KILL_MS = 10_000
const RELAY_MS = 30_000
/** The image holds the installed agents. */
const IN_IMAGE = '/agents'

export type KubernetesOptions = {
  cluster: Cluster
  /** Creates the template and the pool of a size, once. */
  prepare(limits: Program['limits']): Promise<void>
}

/** Runs a program in a pod that is claimed from the warm pool of its size. */
export async function startInKubernetes(
  { cluster, prepare }: KubernetesOptions,
  program: Program,
): Promise<BoxProcess> {
  const { limits } = program
  await prepare(limits)
  await using opened = new AsyncDisposableStack()
  const { pod } = opened.use(await claimPod(cluster, limits))
  const exec = (command: readonly string[]) => opened.adopt(execInPod(cluster, pod, command), (one) => void one.kill())
  for (const [outside, inside] of Object.entries(program.mounts ?? {}))
    if (inside !== IN_IMAGE) await copyInto(exec, outside, inside)
  const relay = exec(RELAY)
  const reports = await untilRelaying(relay)
  const agent = exec(commandOf(program))
  agent.stdin?.write(environmentOf(program))
  const killed: { reason?: string; isOver?: Promise<unknown> } = {}
  const gone = Promise.withResolvers<Exit>()
  const left = exitOf(agent).finally(() => (killed.isOver ??= Promise.resolve()))
  const kill = (reason: string) => {
    // A kill that comes late would hit the program that saves the files.
    if (killed.isOver !== undefined) return
    killed.reason = reason
    const killer = execInPod(cluster, pod, ['/bin/sh', '-c', 'kill -KILL -1']).on('error', () => {})
    // A pod that cannot start another process is given up with its files.
    const late = delay(KILL_MS, undefined, { ref: false })
    void late.then(() => gone.resolve({ code: null, signal: 'SIGKILL' }))
    killed.isOver = Promise.race([new Promise((resolve) => killer.once('close', resolve)), late])
  }
  const exited = Promise.race([left, gone.promise]).then(async (exit) => {
    await killed.isOver
    return { ...exit, ...(killed.reason !== undefined && { reason: killed.reason }) }
  })
  watchFiles(reports, limits.files, kill)
  void exitOf(relay).then(() => kill('The connection to the pod of the box broke.'))
  const owned = opened.move()
  const [stdin, stdout, stderr] = [agent.stdin, agent.stdout, agent.stderr] as [Writable, Readable, Readable]
  return {
    ...{ stdin, stdout, stderr, exited, kill },
    channel: channelOf(relay).on('error', () => {}),
    workspace: async () =>
      podWorkspace((command) => execInPod(cluster, pod, command), limits, { killed: async () => killed.isOver }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The types of Node know only web streams here. */
function channelOf({ stdout: readable, stdin: writable }: Piped): Duplex {
  return Duplex.from({ readable, writable } as unknown as Duplex)
}

function environmentOf({ environment }: Program): Buffer {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  const bytes = Buffer.from(variables.join('\0'))
  return Buffer.concat([Buffer.from(bytes.length.toString(16).padStart(8, '0')), bytes])
}

function commandOf({ command, limits }: Program): string[] {
  const processes = limits.processes + PROCESSES_OVERHEAD
  const inner = innerCommand({ limits: { ...limits, processes }, features: ALL_FEATURES, isGrouped: true }, command)
  return ['/usr/bin/perl', '-MSocket', '-MPOSIX', '-e', CONNECT, CHANNEL, ...inner]
}

/** The lines that the relay reports, once it listens. */
async function untilRelaying(relay: Piped): Promise<LineBuffer> {
  const lines = readLines(relay.stderr as Readable)
  const said = new Promise<string>((resolve) => lines.onLines(() => resolve(lines.take()[0] ?? '')))
  const ended = exitOf(relay).then(({ code, reason }) => reason ?? `the relay ended with ${code}`)
  const first = await Promise.race([
    said.then((line) => (line === 'ready' ? undefined : line)),
    ended,
    delay(RELAY_MS, 'the relay does not answer', { ref: false }),
  ])
  if (first === undefined) return lines
  throw new Error(`The box did not start: ${first}`)
}

function watchFiles(reports: LineBuffer, filesMax: number, kill: (reason: string) => void): void {
  reports.onLines(() => {
    if (reports.take().some((line) => Number(line) > filesMax)) kill(`The agent created more than ${filesMax} files.`)
  })
}

/** A pod cannot mount a folder of this machine, so it gets a copy before its program starts. */
async function copyInto(exec: (command: readonly string[]) => Piped, outside: string, inside: string): Promise<void> {
  const made = exec(['mkdir', '-p', inside])
  await once(made, 'exit')
  const tar = spawn('tar', ['--create', '--file=-', '-C', outside, '.'], { stdio: ['ignore', 'pipe', 'ignore'] })
  await unpackArchive(exec(['tar', '--extract', '--file=-', '--no-same-owner', '-C', inside]), tar.stdout)
}
