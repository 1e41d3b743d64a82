import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { createConnectionQueue } from './createConnectionQueue.ts'
import { createKysely } from './createKysely.ts'
import { createPool } from './createPool.ts'
import type { ServerAddress } from './DatabaseUrl.ts'
import type { Log } from './Log.ts'
import * as PostgresError from './PostgresError.ts'

/** Runs in a transaction, except one that `buildIndex` returns. */
type Migration = ((db: Kysely<unknown>) => Promise<unknown>) & { readonly isConcurrent?: true }

/**
 * A module's migrations by name, oldest first. A released migration is never changed. One that removes or renames is
 * named `module/contract-…`, and is released one version after the code stopped using the removed name.
 */
export type Migrations = Readonly<Record<string, Migration>>

type Step = { name: string; apply: Migrations[string] }
type Ledger = { schema_migrations: { name: string } }

const LOCK = 'slipway/migrations'
const LOCK_PATIENCE_MS = 120_000
/** While a step waits for a table, requests wait behind it, and they give up after a second: it gives up first. */
const TIMEOUTS = { acquireTimeoutMs: 5_000, statementTimeoutMs: 600_000, lockTimeoutMs: 250 }
const RETRY_MS = 1_000

/** Applies pending migrations, each in its own transaction, one instance at a time. */
export async function migrate(connection: ServerAddress, migrations: readonly Migrations[], log: Log): Promise<void> {
  const steps = inOrder(migrations)
  const pool = createPool(connection, { log, size: 1, ...TIMEOUTS })
  try {
    await createKysely(createConnectionQueue(pool, TIMEOUTS.acquireTimeoutMs))
      .connection()
      .execute((db) => applyPending(db, steps, log))
  } finally {
    await pool.end()
  }
}

function inOrder(migrations: readonly Migrations[]): Step[] {
  const steps = migrations.flatMap(Object.entries<Migrations[string]>).map(([name, apply]) => ({ name, apply }))
  const names = steps.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`Two migrations are called ${twice}.`)
  return steps
}

async function applyPending(db: Kysely<unknown>, steps: Step[], log: Log): Promise<void> {
  await lock(db, log)
  await sql`create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`.execute(
    db,
  )
  const rows = await db.withTables<Ledger>().selectFrom('schema_migrations').select('name').execute()
  const applied = new Set(rows.map(({ name }) => name))
  acceptNewer(applied, steps, log)
  const pending = steps.filter(({ name }) => !applied.has(name))
  for (const step of pending) await applyPatiently(db, step, log)
  if (pending.length > 0) log.info({ migrations: pending.length }, 'database migrated')
}

/** A session lock, so that an instance killed half-way does not block others. */
async function lock(db: Kysely<unknown>, log: Log): Promise<void> {
  for (const deadline = performance.now() + LOCK_PATIENCE_MS; performance.now() < deadline; await delay(100)) {
    const { rows } = await sql<{
      held: boolean
    }>`select pg_try_advisory_lock(hashtextextended(${LOCK}, 0)) as held`.execute(db)
    if (rows[0]?.held) return
    log.debug('waiting for another instance to finish its migrations')
  }
  throw new Error(`Another instance has been migrating the database for ${LOCK_PATIENCE_MS / 1_000} s. Check its log.`)
}

/**
 * A newer version may have migrated the database while this one still serves or starts again. Its steps only add, except
 * those named as contracting, which are released once no older version runs.
 */
function acceptNewer(applied: Set<string>, steps: Step[], log: Log): void {
  const unknown = [...applied.difference(new Set(steps.map(({ name }) => name)))].sort()
  const contracting = unknown.filter(isContracting)
  if (contracting.length > 0)
    throw new Error(
      `The database was migrated by a newer version, which removed what this one needs (${contracting.join(', ')}). ` +
        'Start that version, or point DATABASE_URL or DATA_DIR at another database.',
    )
  if (unknown.length > 0) log.warn({ migrations: unknown }, 'database was migrated by a newer, compatible version')
}

/** Whether a migration removes or renames what an older version uses: `module/contract-…`. */
export function isContracting(name: string): boolean {
  return name.includes('/contract-')
}

/** Lets requests pass between two attempts to lock a table that is in use. */
async function applyPatiently(db: Kysely<unknown>, step: Step, log: Log): Promise<void> {
  const { name } = step
  for (const deadline = performance.now() + LOCK_PATIENCE_MS; ; await delay(RETRY_MS)) {
    try {
      await apply(db, step)
      return log.debug({ migration: name }, 'migrated')
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : cause
      if (!PostgresError.isLocked(cause) || performance.now() > deadline)
        throw new Error(`Migration ${name} failed and was undone: ${reason}`, { cause })
      log.info({ migration: name, reason }, 'migration is waiting for transactions that use its tables')
    }
  }
}

async function apply(db: Kysely<unknown>, { name, apply: run }: Step): Promise<void> {
  const record = (target: Kysely<unknown>) =>
    target.withTables<Ledger>().insertInto('schema_migrations').values({ name }).execute()
  if (run.isConcurrent) {
    await run(db)
    await record(db)
  } else
    await db.transaction().execute(async (tx) => {
      await run(tx)
      await record(tx)
    })
}

/**
 * The index of a table that is in use, built while others write: `buildIndex('trades_by_maker', 'trades (maker)')`. It
 * waits for older transactions without blocking other statements, so it has no timeouts.
 */
export function buildIndex(name: string, definition: string): Migration {
  const build = async (db: Kysely<unknown>) => {
    await sql`select set_config('lock_timeout', '0', false), set_config('statement_timeout', '0', false)`.execute(db)
    // An interrupted build leaves an invalid index.
    await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db)
    await sql`create index concurrently ${sql.ref(name)} on ${sql.raw(definition)}`.execute(db)
    await sql`select set_config('lock_timeout', ${String(TIMEOUTS.lockTimeoutMs)}, false),
      set_config('statement_timeout', ${String(TIMEOUTS.statementTimeoutMs)}, false)`.execute(db)
  }
  return Object.assign(build, { isConcurrent: true as const })
}
