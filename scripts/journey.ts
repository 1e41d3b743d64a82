import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commands } from '../packages/cli/src/commands.ts'
import { openTerminal } from '../packages/cli/src/openTerminal.ts'
import { run } from '../packages/cli/src/run.ts'
import { readConfig } from '../src/config/config.ts'
import { createLogs } from '../src/observability/createLogs.ts'
import { start } from '../src/start.ts'

/** `npm run journey` starts a service of its own for the journey; with `--url` it uses a running one. */
async function main(line: readonly string[]): Promise<number> {
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort(new Error('Interrupted.')))
  const world = { env: process.env, terminal: openTerminal(), signal: stopping.signal, commands }
  if (line.some((part) => part.startsWith('--url'))) return run(['journey', ...line], world)
  const folder = await mkdtemp(join(tmpdir(), 'slipway-journey-'))
  // PostgreSQL runs as another user if this process is root.
  await chmod(folder, 0o755)
  try {
    const env = { ...process.env, DATA_DIR: folder, PORT: '0', DEVNET_PORT: '0', LOG_LEVEL: 'warn' }
    const config = readConfig(env)
    await using service = await start({ config, logs: createLogs(config.LOG_LEVEL), signal: stopping.signal })
    return await run(['journey', '--url', service.url, ...line], world)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

process.exitCode = await main(process.argv.slice(2))
