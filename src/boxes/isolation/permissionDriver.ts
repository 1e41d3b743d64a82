import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { workspaceAt } from '#boxes/workspace/Workspace.ts'
import type { BoxProcess, Program } from './Driver.ts'
import { NODE_INSIDE, pathOutside, SHARED_FILES } from './sharedFiles.ts'
import { packDirectly } from './startTar.ts'
import { watch } from './watchdog.ts'

/** Runs a built-in agent under Node's permission model. That is not a sandbox, so no other program may run this way. */
export async function startUnderPermissions({ command, environment, limits }: Program): Promise<BoxProcess> {
  if (command[0] !== NODE_INSIDE) throw new Error('Without bubblewrap only built-in agents run.')
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'slipway-box-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const readable = [...Object.keys(SHARED_FILES), folder].map((path) => `--allow-fs-read=${path}`)
  const [node = '', ...args] = command.map(pathOutside)
  const child = spawn(node, ['--permission', ...readable, `--allow-fs-write=${folder}`, ...args], {
    cwd: folder,
    env: { ...environment },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  })
  for (const stream of child.stdio) stream?.on('error', () => {})
  const killed: { reason?: string } = {}
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal, ...killed }))
  opened.defer(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const kill = (reason: string) => {
    killed.reason ??= reason
    child.kill('SIGKILL')
  }
  opened.use(watch({ pid: child.pid ?? 0, limits, kill }))
  const root = await open(folder)
  const files = opened.adopt(workspaceAt(root, { limits, pack: packDirectly }), (workspace) =>
    workspace[Symbol.dispose](),
  )
  const owned = opened.move()
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    channel: child.stdio[3] as Duplex,
    workspace: async () => files,
    exited: ended,
    kill,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
