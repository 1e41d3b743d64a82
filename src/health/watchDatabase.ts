import type { Database } from '#database/Database.ts'
import type { DatabaseReport } from '#health/health.ts'

const LOOK_EVERY_MS = 1000

type Watched = Pick<Database, 'ping' | 'isDiskFull' | 'log'>

export type DatabaseWatch = Disposable & { report(): DatabaseReport }

/** Asks the database once a second how it is, so that asking for health waits for nothing. */
export async function watchDatabase(database: Watched): Promise<DatabaseWatch> {
  let report = await look(database)
  let told = report.status
  let isOver = false
  const timer = setInterval(async () => {
    const before = report.status
    report = await look(database)
    // One look that waited long is a busy machine; two in a row are news.
    if (isOver || report.status !== before || report.status === told) return
    tell(database, told, report.status)
    told = report.status
  }, LOOK_EVERY_MS).unref()
  return {
    report: () => withRoom(report, database),
    [Symbol.dispose]() {
      // A look under way finds the database closing, which is no news.
      isOver = true
      clearInterval(timer)
    },
  }
}

/** A full disk is known by itself between two looks. */
function withRoom(report: DatabaseReport, { isDiskFull }: Watched): DatabaseReport {
  return report.status === 'ok' && isDiskFull() ? { ...report, status: 'full' } : report
}

function tell({ log }: Watched, before: DatabaseReport['status'], now: DatabaseReport['status']): void {
  if (now === 'unavailable') log.error('the database does not answer: nothing that needs it is served until it does')
  else if (before === 'unavailable') log.info('the database answers again')
}

function look(database: Pick<Database, 'ping'>): Promise<DatabaseReport> {
  return database.ping(LOOK_EVERY_MS).then(
    (ms): DatabaseReport => ({ status: 'ok', latencyMs: Math.round(ms * 100) / 100 }),
    (): DatabaseReport => ({ status: 'unavailable', latencyMs: null }),
  )
}
