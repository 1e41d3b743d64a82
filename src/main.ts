import { type Config, readConfig } from './config/config.ts'
import { createLogs } from './observability/createLogs.ts'
import { start } from './start.ts'

/** Runs until a signal or a failure; a failed start is reported in one line. */
async function main(): Promise<number> {
  const config = readConfig(process.env)
  const logs = createLogs(config.LOG_LEVEL)
  const [leaving, stopping] = [new AbortController(), new AbortController()]
  process.on('exit', logs.flush)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(stopping))
  const starting = start({ config, logs, signal: stopping.signal, leaving: leaving.signal })
  await using running = await starting.catch((error) => ignoreAbort(error, stopping.signal))
  if (!running) return 0
  if (config.SHUTDOWN_DELAY_SECONDS > 0)
    process.removeAllListeners('SIGTERM').on('SIGTERM', () => leave({ leaving, stopping }, config))
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

type Stages = { leaving: AbortController; stopping: AbortController }

/** Becomes unready first, so that load balancers stop sending requests before the socket is closed. */
function leave({ leaving, stopping }: Stages, { SHUTDOWN_DELAY_SECONDS }: Config): void {
  if (leaving.signal.aborted) stop(stopping)
  else {
    leaving.abort()
    // A second signal stops at once; then there is nothing left to stop.
    setTimeout(() => stopping.signal.aborted || stop(stopping), SHUTDOWN_DELAY_SECONDS * 1_000).unref()
  }
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
