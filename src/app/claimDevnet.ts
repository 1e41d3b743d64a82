import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from '#database/Connection.ts'
import type { Database } from '#database/Database.ts'

const LOCK = `select pg_try_advisory_lock(hashtextextended('slipway/devnet', 0)) as held`
const RETRY_MS = 1_000

/**
 * Claims the shared database for this replica's development chain. A second replica with its own chain is refused: both
 * chains have the same id and would write to one index.
 */
export async function claimDevnet(database: Pick<Database, 'connect' | 'log'>): Promise<AsyncDisposable> {
  const ending = new AbortController()
  const connection = await database.connect()
  if (!(await takeLock(connection))) {
    await connection[Symbol.asyncDispose]()
    throw new Error(
      'Another replica runs its own development chain on this database. ' +
        'Set RPC_URL_4663 to a chain that all replicas share (the URL of the first one is in its devnet.json).',
    )
  }
  const holding = hold(database, connection, ending.signal)
  return {
    async [Symbol.asyncDispose]() {
      ending.abort()
      await holding
    },
  }
}

/** Takes the lock again after a restart of the database, until aborted. */
async function hold({ connect, log }: Pick<Database, 'connect' | 'log'>, first: Connection, ending: AbortSignal) {
  let connection: Connection | undefined = first
  while (!ending.aborted) {
    if (connection) await untilOver(AbortSignal.any([connection.lost, ending]))
    await connection?.[Symbol.asyncDispose]()
    if (ending.aborted) return
    await delay(RETRY_MS, undefined, { signal: ending }).catch(() => {})
    connection = await connect().catch(() => undefined)
    if (connection && !(await takeLock(connection).catch(() => true)))
      log.error('another replica claimed this database for its own development chain: stop one of the two')
  }
  await connection?.[Symbol.asyncDispose]()
}

async function takeLock(connection: Connection): Promise<boolean> {
  const [row] = await connection.query<{ held: boolean }>(LOCK)
  return row?.held ?? false
}

function untilOver(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (signal.aborted) resolve()
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise
}
