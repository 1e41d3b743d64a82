import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import pino from 'pino'
import { inject } from 'vitest'
import type { Database } from '#database/Database.ts'
import type { Migrations } from '#database/migrate.ts'
import { openDatabase } from '#database/openDatabase.ts'

type Options = { migrations?: readonly Migrations[] }

/** A database of its own, with the address under which another replica can open it too. */
export type TestDatabase = Database & { url: string }

const log = pino({ level: 'silent' })

/** Longer than the product waits: next to a busy neighbour a burst that is in order takes longer, a deadlock still ends. */
const PATIENCE = { acquireTimeoutMs: 10_000, lockTimeoutMs: 10_000, statementTimeoutMs: 30_000 }

/** A fresh, migrated database on the run's PostgreSQL, copied from a template and dropped when disposed. */
export async function createTestDatabase({ migrations = [] }: Options = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await asAdministrator(async (admin) => {
    const template = await templateFor(admin, migrations)
    await admin.query(`create database ${name} template ${template} strategy file_copy`)
  })
  const url = urlOf(name)
  const database = await openDatabase({ databaseUrl: url, dataDir: '', log, migrations, ...PATIENCE })
  return { ...database, url, [Symbol.asyncDispose]: () => drop(database, name) }
}

function urlOf(name: string): string {
  return `${inject('postgresUrl')}/${name}`
}

async function drop(database: Database, name: string): Promise<void> {
  await database[Symbol.asyncDispose]()
  await asAdministrator((admin) => admin.query(`drop database ${name} with (force)`))
}

async function asAdministrator(work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: urlOf('postgres') })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

/** The template of these migrations: the first test file that asks makes it, the others wait for it. */
async function templateFor(admin: pg.Client, migrations: readonly Migrations[]): Promise<string> {
  const name = `template_${fingerprint(migrations)}`
  await admin.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
  const { rowCount } = await admin.query('select from pg_database where datname = $1 and datistemplate', [name])
  if (!rowCount) await createTemplate(admin, name, migrations)
  await admin.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name])
  return name
}

async function createTemplate(admin: pg.Client, name: string, migrations: readonly Migrations[]): Promise<void> {
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name}`)
  const database = await openDatabase({ databaseUrl: urlOf(name), dataDir: '', log, migrations })
  await database[Symbol.asyncDispose]()
  await admin.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1`, [name])
  await admin.query(`alter database ${name} with is_template true allow_connections false`)
}

function fingerprint(migrations: readonly Migrations[]): string {
  const steps = migrations.flatMap((module) => Object.entries(module)).map(([name, apply]) => `${name}${apply}`)
  return createHash('sha256').update(steps.join('\n')).digest('hex').slice(0, 16)
}
