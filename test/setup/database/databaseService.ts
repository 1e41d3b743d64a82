import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

type Said = Record<string, unknown>

/** A running `databaseProcess.ts` and everything it has said. */
export type Service = AsyncDisposable & {
  child: ChildProcess
  pid: number
  said: Said[]
  exited: Promise<unknown>
  /** The first thing said that has this key. */
  until(key: string, timeoutMs?: number): Promise<unknown>
}

export type Mode = 'hold' | 'write' | 'lead'
type Options = { uid?: number; gid?: number }

const PROGRAM = join(import.meta.dirname, 'databaseProcess.ts')

/** Starts a service on a data folder or database address, as another user if asked; killed when disposed. */
export function startService(mode: Mode, place: string, options: Options = {}): Service {
  const child = spawn(process.execPath, [PROGRAM, mode, place], {
    ...options,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: Said[] = []
  createInterface({ input: child.stdout }).on('line', (line) => said.push(JSON.parse(line)))
  const exited = once(child, 'close')
  return {
    child,
    pid: child.pid ?? 0,
    said,
    exited,
    until: (key, timeoutMs = 300_000) =>
      eventually(() => said.find((event) => key in event)?.[key], { what: `"${key}"`, timeoutMs }),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
      await eventually(async () => (await processesWith(`-D ${place}`)).length === 0, { what: 'the end of its server' })
    },
  }
}

/** The first answer that is neither undefined nor false, asked for again and again. */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  { what = 'it', timeoutMs = 300_000 } = {},
): Promise<NonNullable<T>> {
  for (const deadline = performance.now() + timeoutMs; performance.now() < deadline; await delay(5)) {
    const answer = await ask()
    if (answer !== undefined && answer !== null && answer !== false) return answer
  }
  throw new Error(`${what} did not come within ${timeoutMs} ms`)
}

/** Every process whose command line has this text, by id. */
export async function processesWith(text: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && pid !== process.pid)
  const found = await Promise.all(pids.map(async (pid) => ({ pid, commandLine: await commandLineOf(pid) })))
  return found.filter(({ commandLine }) => commandLine.includes(text)).map(({ pid }) => pid)
}

/** The postmaster of a cluster. */
export async function postmasterOf(cluster: string): Promise<number> {
  return Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

/** Every process a postmaster started. */
export async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.trim().split(/\s+/).filter(Boolean).map(Number)
}

/** Whether a process is at work; one that has ended and only waits to be buried by its parent is not. */
export function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

async function commandLineOf(pid: number): Promise<string> {
  const raw = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return raw.replaceAll('\0', ' ')
}
