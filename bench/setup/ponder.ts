import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const FOLDER = join(import.meta.dirname, '../peers/ponder')
const INSTALL_MS = 300_000
const RUN_MS = 900_000

type Source = { databaseUrl: string; rpcUrl: string; factory: string }

/** Installs Ponder from its own lock, if it is not there yet; the reason if that cannot be done. */
export async function installPonder(): Promise<string | undefined> {
  if (existsSync(join(FOLDER, 'node_modules/ponder'))) return undefined
  try {
    // Not `ci`: it refuses a lock without Rollup's builds for machines that some registries lack.
    await promisify(execFile)('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: FOLDER,
      timeout: INSTALL_MS,
    })
    return undefined
  } catch (error) {
    return `Ponder could not be installed within ${INSTALL_MS / 1000} s: ${(error as Error).message.split('\n')[0]}`
  }
}

/** Runs Ponder over the history; gives back the moment at which it had indexed all of it. */
export async function runPonder({ databaseUrl, rpcUrl, factory }: Source): Promise<number> {
  const port = await freePort()
  const program = join(FOLDER, 'node_modules/ponder/dist/esm/bin/ponder.js')
  const { PATH = '' } = process.env
  const child = spawn(
    process.execPath,
    // Ponder's own driver warns of overlapping queries on one connection.
    ['--no-deprecation', program, 'start', '--schema', 'bench', '--port', String(port), '--log-level', 'warn'],
    {
      cwd: FOLDER,
      env: {
        PATH,
        DATABASE_URL: databaseUrl,
        HISTORY_RPC: rpcUrl,
        LAUNCHPAD: factory,
        PONDER_TELEMETRY_DISABLED: 'true',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  try {
    for (const deadline = Date.now() + RUN_MS; Date.now() < deadline; await delay(50)) {
      if (child.exitCode !== null) throw new Error(`Ponder ended with code ${child.exitCode}.`)
      if (await isReady(port)) return performance.timeOrigin + performance.now()
    }
    throw new Error(`Ponder was not done within ${RUN_MS / 1000} s.`)
  } finally {
    child.kill('SIGKILL')
  }
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/ready`).then(
    ({ status }) => status === 200,
    () => false,
  )
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
