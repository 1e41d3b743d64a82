import { readConfig } from './config/config.ts'
import { createLogs } from './observability/createLogs.ts'
import { start } from './start.ts'

/** Runs until a signal or a failure ends it; what keeps it from starting is said in one line. */
async function main(): Promise<number> {
  const config = readConfig(process.env)
  const logs = createLogs(config.LOG_LEVEL)
  const stopping = new AbortController()
  process.on('exit', logs.flush)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(stopping))
  const starting = start({ config, logs, signal: stopping.signal })
  await using running = await starting.catch((error) => unlessCalledOff(error, stopping.signal))
  if (!running) return 0
  logs.flush()
  process.stderr.write(running.banner)
  const failure = await running.ended
  if (failure) process.stderr.write(`${failure}\n`)
  return failure ? 1 : 0
}

/** Ctrl-C reaches us twice under npm, from the terminal and from npm: what comes within this time is one wish. */
const ONE_WISH_MS = 1_500
const PATIENCE_MS = 5_000
let wishedAt = Number.POSITIVE_INFINITY

function stop(stopping: AbortController): void {
  if (performance.now() - wishedAt > ONE_WISH_MS) process.exit(130)
  if (stopping.signal.aborted) return
  wishedAt = performance.now()
  stopping.abort()
  // A terminal has written ^C, and stays on that line.
  const line = `${process.stderr.isTTY ? '\n' : ''}Still finishing what was asked before. Ctrl-C again ends it at once.\n`
  setTimeout(() => process.stderr.write(line), PATIENCE_MS).unref()
}

/** A start that a signal ended has not failed. */
function unlessCalledOff(error: unknown, signal: AbortSignal): undefined {
  if (!signal.aborted || !(error instanceof Error && error.name === 'AbortError')) throw error
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
