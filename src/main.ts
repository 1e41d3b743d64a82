import { readConfig } from './config/config.ts'
import { createLogs } from './observability/createLogs.ts'
import { start } from './start.ts'

/** Runs until a signal or a failure; a failed start is reported in one line. */
async function main(): Promise<number> {
  const config = readConfig(process.env)
  const logs = createLogs(config.LOG_LEVEL)
  const stopping = new AbortController()
  process.on('exit', logs.flush)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(stopping))
  const starting = start({ config, logs, signal: stopping.signal })
  await using running = await starting.catch((error) => ignoreAbort(error, stopping.signal))
  if (!running) return 0
  logs.flush()
  process.stderr.write(running.banner)
  const failure = await running.ended
  if (failure) process.stderr.write(`${failure}\n`)
  return failure ? 1 : 0
}

/** Under npm, one Ctrl-C arrives twice: from the terminal and from npm. */
const SAME_SIGNAL_MS = 1_500
const STILL_STOPPING_MS = 5_000
let stoppedAt = Number.POSITIVE_INFINITY

function stop(stopping: AbortController): void {
  if (performance.now() - stoppedAt > SAME_SIGNAL_MS) process.exit(130)
  if (stopping.signal.aborted) return
  stoppedAt = performance.now()
  stopping.abort()
  // The terminal has echoed ^C without a line break.
  const line = `${process.stderr.isTTY ? '\n' : ''}Still finishing open requests. Press Ctrl-C again to quit at once.\n`
  setTimeout(() => process.stderr.write(line), STILL_STOPPING_MS).unref()
}

/** A start that was interrupted by a signal has not failed. */
function ignoreAbort(error: unknown, signal: AbortSignal): undefined {
  if (!signal.aborted || !(error instanceof Error && error.name === 'AbortError')) throw error
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
