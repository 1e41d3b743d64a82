import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { openCluster } from '#database/embedded/openCluster.ts'

/** Creates the database with this name if it is missing; returns its URL. */
export type CreateDatabase = (name: string) => Promise<string>

/** A PostgreSQL of its own for a bench, deleted after it; in a named folder it stays. */
export async function openDatabases(kept?: string): Promise<AsyncDisposable & { create: CreateDatabase }> {
  await using opened = new AsyncDisposableStack()
  const folder =
    kept ?? opened.adopt(await mkdtemp(join(tmpdir(), 'slipway-bench-')), (path) => rm(path, { recursive: true }))
  const cluster = opened.use(await openCluster({ dataDir: folder, log: pino({ level: 'silent' }) }))
  const { user, password, host = '' } = cluster.connection
  const urlOf = (name: string) => `postgresql://${user}:${password}@${encodeURIComponent(String(host))}/${name}`
  const owned = opened.move()
  return {
    async create(name) {
      const admin = new pg.Client({ connectionString: urlOf('postgres') })
      await admin.connect()
      const { rows } = await admin.query('select from pg_database where datname = $1', [name])
      if (rows.length === 0) await admin.query(`create database ${name}`)
      await admin.end()
      return urlOf(name)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
