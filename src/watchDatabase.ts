import type { Database } from '#database/Database.ts'
import type { DatabaseReport } from '#discovery/health.ts'

const LOOK_EVERY_MS = 1000

export type DatabaseWatch = Disposable & { report(): DatabaseReport }

/** Asks the database once a second how it is, so that asking for health waits for nothing. */
export async function watchDatabase(database: Pick<Database, 'ping'>): Promise<DatabaseWatch> {
  let report = await look(database)
  const timer = setInterval(async () => {
    report = await look(database)
  }, LOOK_EVERY_MS).unref()
  return { report: () => report, [Symbol.dispose]: () => clearInterval(timer) }
}

function look(database: Pick<Database, 'ping'>): Promise<DatabaseReport> {
  return database.ping(LOOK_EVERY_MS).then(
    (ms): DatabaseReport => ({ status: 'ok', latencyMs: Math.round(ms * 100) / 100 }),
    (): DatabaseReport => ({ status: 'unavailable', latencyMs: null }),
  )
}
