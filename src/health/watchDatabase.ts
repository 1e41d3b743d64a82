import { every } from '#core/every.ts'
import type { Database } from '#database/Database.ts'
import type { DatabaseReport } from './health.ts'

const PING_EVERY_MS = 1000

type PingedDatabase = Pick<Database, 'ping' | 'isDiskFull' | 'log'>

export type DatabaseWatch = Disposable & { report(): DatabaseReport }

/** Pings the database every second, so that a health request does not wait for it; logs each change of its state once. */
export async function watchDatabase(database: PingedDatabase): Promise<DatabaseWatch> {
  let report = await ping(database)
  let logged = report.status
  let isDisposed = false
  const timer = every(PING_EVERY_MS, async () => {
    const before = report.status
    report = await ping(database)
    // A single failed ping may only mean a busy machine; two in a row are logged.
    if (isDisposed || report.status !== before || report.status === logged) return
    logChange(database, logged, report.status)
    logged = report.status
  })
  return {
    report: () => withDiskState(report, database),
    [Symbol.dispose]() {
      // A ping in flight fails because the database is closing, which must not be logged.
      isDisposed = true
      timer[Symbol.dispose]()
    },
  }
}

function withDiskState(report: DatabaseReport, { isDiskFull }: PingedDatabase): DatabaseReport {
  return report.status === 'ok' && isDiskFull() ? { ...report, status: 'full' } : report
}

function logChange({ log }: PingedDatabase, before: DatabaseReport['status'], now: DatabaseReport['status']): void {
  if (now === 'unavailable') log.error('database unavailable: requests that need it are refused')
  else if (before === 'unavailable') log.info('database recovered')
}

function ping(database: Pick<Database, 'ping'>): Promise<DatabaseReport> {
  return database.ping(PING_EVERY_MS).then(
    (ms): DatabaseReport => ({ status: 'ok', latencyMs: Math.round(ms * 100) / 100 }),
    (): DatabaseReport => ({ status: 'unavailable', latencyMs: null }),
  )
}
