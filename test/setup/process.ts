import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type ServiceProcess = AsyncDisposable & {
  child: ChildProcess
  url: string
  /** Everything it printed so far. */
  output(): string
  /** Sends a signal and waits for the end; answers the exit code, or the signal that ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | string>
  /** The processes it started, by id. */
  children(): number[]
}

/** A folder that is gone after the test, open to the user that PostgreSQL runs as. */
export async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'slipway-'))
  await chmod(path, 0o755)
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  }
}

/** The compile cache of `npm start`. */
const COMPILED = { NODE_COMPILE_CACHE: 'node_modules/.cache/slipway' }

/** The service with these variables, and nothing else of the environment that could change it. */
export function launch(
  env: Record<string, string>,
  given: string[] = [process.execPath, 'src/main.ts'],
): { child: ChildProcess; output(): string } {
  const { PATH = '' } = process.env
  const [command = '', ...args] = given
  const child = spawn(command, args, {
    env: { PATH, ...COMPILED, PORT: '0', DEVNET_PORT: '0', BOXES_MAX: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      text += part.toString()
    })
  return { child, output: () => text }
}

/** The service in a process of its own, ready. */
export async function startServiceProcess(env: Record<string, string>, command?: string[]): Promise<ServiceProcess> {
  const { child, output } = launch(env, command)
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode ?? String(child.signalCode)
    child.kill(signal)
    const [code, killer] = await once(child, 'exit')
    return code ?? killer
  }
  const url = await ready(child, output)
  const children = () => childrenOf(child.pid ?? 0)
  return { child, url, output, stop, children, [Symbol.asyncDispose]: async () => void (await stop()) }
}

async function ready(child: ChildProcess, output: () => string): Promise<string> {
  for (;;) {
    const url = /site +(http:\S+)/.exec(output())?.[1]
    if (url && output().includes('Press Ctrl-C to stop.')) return url
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}:\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** How a start that must fail ended. */
export async function launchToEnd(env: Record<string, string>): Promise<{ code: number; output: string }> {
  const { child, output } = launch({ LOG_LEVEL: 'warn', ...env })
  const [code] = await once(child, 'close')
  return { code, output: output() }
}

export function childrenOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number))
  const direct = pairs.filter(([, parent]) => parent === pid).map(([id]) => id as number)
  return [...direct, ...direct.flatMap(childrenOf)]
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
