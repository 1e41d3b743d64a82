import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { eventually } from '../database/databaseService.ts'

/** A running `launchProcess.ts`; killed with SIGKILL when disposed. */
export type IndexerProcess = AsyncDisposable & { child: ChildProcess; output: () => string; kill(): Promise<void> }

export function startIndexerProcess(databaseUrl: string, rpcUrl: string): IndexerProcess {
  return startProgram(join(import.meta.dirname, 'launchProcess.ts'), [databaseUrl, rpcUrl])
}

/** Runs a program of the tests in a process of its own. */
export function startProgram(program: string, given: readonly string[]): IndexerProcess {
  // The driver warns of a query on a connection that is busy; here that ends the process.
  const args = ['--throw-deprecation', program, ...given]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const exited = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  return { child, output: () => output, kill, [Symbol.asyncDispose]: kill }
}

export async function untilLeader(indexer: IndexerProcess): Promise<void> {
  await eventually(() => indexer.output().includes('became leader'), { what: 'leadership', timeoutMs: 300_000 })
}
