import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { connect } from './Connection.ts'
import { createConnectionQueue } from './createConnectionQueue.ts'
import { createIncarnation, migrations as incarnationMigrations } from './createIncarnation.ts'
import { guardedPool, kyselyOver } from './createKysely.ts'
import { createNotifier } from './createNotifier.ts'
import { createPool, type PoolOptions } from './createPool.ts'
import { createReadRoute, type ReadRoute } from './createReadRoute.ts'
import type { Database } from './Database.ts'
import * as DatabaseUrl from './DatabaseUrl.ts'
import { type Cluster, openCluster } from './embedded/openCluster.ts'
import { expireAfter } from './expireAfter.ts'
import { inspectServer } from './inspectServer.ts'
import * as LeaderElection from './LeaderElection.ts'
import type { Log } from './Log.ts'
import { type Migrations, migrate } from './migrate.ts'
import { postgresWire } from './NotificationWire.ts'
import { databasePrefix, natsWire } from './natsWire.ts'
import * as PostgresError from './PostgresError.ts'
import { watchDiskSpace } from './watchDiskSpace.ts'

type Options = PoolOptions & {
  /** PostgreSQL 15 or newer. Default: an embedded server in the data folder. */
  databaseUrl?: string | undefined
  /** The same database without a pooler, for sessions that hold locks and listen. Default: `databaseUrl` */
  directUrl?: string | undefined
  /** A standby of the same database, for reads that may be served by it. Default: the primary serves them. */
  readUrl?: string | undefined
  /** Servers of NATS, which then carry the notifications between replicas. Default: the database */
  fanoutUrl?: string | undefined
  dataDir: string
  log: Log
  migrations: readonly Migrations[]
}

const CLOSE_MS = 5_000
const STANDBY_ACQUIRE_MS = 500
const STANDBY_STATEMENT_MS = 2_000

/** Opens and migrates the database; throws one line that says what to do if it cannot be opened. */
export async function openDatabase(options: Options): Promise<Database> {
  await using opened = new AsyncDisposableStack()
  const kind = options.databaseUrl ? 'external' : 'embedded'
  const { connection } = opened.use(await openServer(options))
  const direct = options.directUrl ? DatabaseUrl.parse(options.directUrl, 'DATABASE_DIRECT_URL', 'primary') : connection
  const pool = opened.adopt(createPool(connection, options), closePool)
  const inspection = await inspectServer(pool, connection, { hasDirectRoute: options.directUrl !== undefined })
  await migrate(direct, [LeaderElection.migrations, incarnationMigrations, ...options.migrations], options.log)
  const incarnation = await createIncarnation({ pool, log: options.log })
  const open = (settings?: Record<string, string>) => connect(direct, settings)
  const wire = options.fanoutUrl
    ? natsWire({ url: options.fanoutUrl, prefix: await databasePrefix(pool) })
    : postgresWire(open)
  const notifier = opened.use(createNotifier({ open: kind === 'external' ? wire : undefined, log: options.log }))
  const diskSpace = opened.use(watchDiskSpace({ tryToWrite: () => tryToWrite(pool), log: options.log }))
  const connections = createConnectionQueue(pool, options.acquireTimeoutMs)
  // A pooler may run the next statement in another session, which lacks the prepared ones.
  const prepares = options.directUrl === undefined
  const primary = guardedPool(connections, { failed: diskSpace.failed, prepares })
  const kysely = kyselyOver(primary)
  const standby = options.readUrl ? opened.adopt(openStandby(options.readUrl, options), closePool) : undefined
  const owned = opened.move()
  return {
    kind,
    ...inspection,
    kysely,
    tables: <Tables>() => kysely as unknown as Kysely<Tables>,
    openReads: (measure) =>
      standby
        ? createReadRoute({
            primary,
            standby: guardedPool(createConnectionQueue(standby, STANDBY_ACQUIRE_MS)),
            measure,
            onFailover: incarnation.onChange,
            log: options.log,
          })
        : withoutStandby(kysely),
    ping: (timeoutMs = 1_000) => ping(pool, timeoutMs),
    readClock: () => readClock(pool),
    usage: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: connections.waiting() }),
    incarnation,
    isDiskFull: diskSpace.isFull,
    connect: open,
    listen: notifier.listen,
    notify: notifier.notify,
    log: options.log,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The timeout of a standby is short, because the primary can serve the same read. */
function openStandby(readUrl: string, options: Options): pg.Pool {
  const times = { acquireTimeoutMs: STANDBY_ACQUIRE_MS, statementTimeoutMs: STANDBY_STATEMENT_MS }
  return createPool(DatabaseUrl.parse(readUrl, 'DATABASE_READ_URL', 'standby'), { ...options, ...times })
}

function withoutStandby(kysely: Kysely<unknown>): ReadRoute {
  return { kysely, target: () => 'primary', [Symbol.dispose]() {} }
}

async function openServer({ databaseUrl, dataDir, log }: Options): Promise<Cluster> {
  if (!databaseUrl) return openCluster({ dataDir, log })
  return { connection: DatabaseUrl.parse(databaseUrl, 'DATABASE_URL', 'primary'), async [Symbol.asyncDispose]() {} }
}

async function ping(pool: pg.Pool, timeoutMs: number): Promise<number> {
  const start = performance.now()
  await Promise.race([pool.query('select 1'), expireAfter(timeoutMs)]).catch((error) =>
    Promise.reject(PostgresError.toApiError(error)),
  )
  return performance.now() - start
}

async function readClock(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  )
  return rows[0]?.ms ?? Number.NaN
}

/** Writes a megabyte that is dropped with the statement. */
function tryToWrite(pool: pg.Pool): Promise<unknown> {
  return pool.query(`create temp table room on commit drop as
    select repeat(md5(n::text), 8) from generate_series(1, 4096) n`)
}

/** Connections still busy after the timeout end with the process or the server. */
async function closePool(pool: pg.Pool): Promise<void> {
  await Promise.race([pool.end(), delay(CLOSE_MS, undefined, { ref: false })])
}
