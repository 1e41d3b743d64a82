import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Description } from './describe.ts'
import type { Report, Options as ServerOptions } from './devnetProcess.ts'

type Options = Partial<ServerOptions> & {
  /** Where to write devnet.json. */
  dataDir?: string | undefined
  /** Cancels the start; a started chain ends when disposed. */
  signal?: AbortSignal | undefined
  /** Receives the output of the chain's process, which is empty unless it fails. */
  log?: ((line: string) => void) | undefined
}

export type Devnet = AsyncDisposable & {
  rpcUrl: string
  description: Description
  /** Settles when the chain's process has ended for any reason. */
  exited: Promise<void>
}

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 3_000

/** Starts a deployed and seeded chain in a child process that ends with this one at the latest. */
export async function startDevnet({ dataDir, signal, log, ...options }: Options): Promise<Devnet> {
  signal?.throwIfAborted()
  const child = fork(fileURLToPath(new URL('./devnetProcess.ts', import.meta.url)), {
    env: compileCache(),
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', log ?? ignore)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  const stop = () => stopChild(child, exited)
  try {
    const description = await awaitReady(child, { port: 0, origins: [], ...options }, signal)
    if (dataDir !== undefined) await writeDescription(dataDir, description)
    return { rpcUrl: description.rpcUrl, description, exited, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The chain sees nothing else of the environment. */
function compileCache(): NodeJS.ProcessEnv {
  // Node keeps a folder of its own for each version inside of the one that it was given.
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

async function awaitReady(child: ChildProcess, options: ServerOptions, signal?: AbortSignal): Promise<Description> {
  const limits = [AbortSignal.timeout(START_TIMEOUT_MS), ...(signal ? [signal] : [])]
  const settled = new AbortController()
  const until = { signal: AbortSignal.any([...limits, settled.signal]) }
  child.send(options)
  const reported = once(child, 'message', until).then(([report]: Report[]) => report)
  const ended = once(child, 'exit', until).then(([code, killer]) => {
    throw new Error(`The development chain ended during its start (${killer ?? `exit code ${code}`}).`)
  })
  const report = await Promise.race([reported, ended]).finally(() => settled.abort())
  if (report && 'description' in report) return report.description
  throw new Error(`The development chain did not start. ${report?.problem}`)
}

async function stopChild(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (child.connected) child.disconnect()
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await exited
  clearTimeout(timer)
}

/** Written to a temporary file and renamed, so that readers never see half a file. */
async function writeDescription(dataDir: string, description: Description): Promise<void> {
  const path = join(dataDir, 'devnet.json')
  await mkdir(dataDir, { recursive: true })
  await writeFile(`${path}.${process.pid}`, `${JSON.stringify(description, null, 2)}\n`)
  await rename(`${path}.${process.pid}`, path)
}

function ignore(): void {}
