import { readConfig } from './config.ts'
import { createLogs } from './log.ts'
import { start } from './start.ts'

/** Runs until a signal or a failure ends it; what keeps it from starting is said in one line. */
async function main(): Promise<number> {
  const config = readConfig(process.env)
  const logs = createLogs(config.LOG_LEVEL)
  const stopping = new AbortController()
  process.on('exit', logs.flush)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stopping.signal.aborted) process.exit(130)
      stopping.abort()
    })
  await using running = await start({ config, logs, signal: stopping.signal })
  process.stderr.write(running.banner)
  const failure = await running.ended
  if (failure) process.stderr.write(`${failure}\n`)
  return failure ? 1 : 0
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
