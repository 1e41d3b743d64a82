import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { openCluster } from '#database/embedded/openCluster.ts'

/** Creates a database with this name; returns its URL. */
export type CreateDatabase = (name: string) => Promise<string>

/** A PostgreSQL of its own for a bench, deleted after it. */
export async function openDatabases(): Promise<AsyncDisposable & { create: CreateDatabase }> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.adopt(await mkdtemp(join(tmpdir(), 'slipway-bench-')), (path) => rm(path, { recursive: true }))
  const cluster = opened.use(await openCluster({ dataDir: folder, log: pino({ level: 'silent' }) }))
  const { user, password, host = '' } = cluster.connection
  const urlOf = (name: string) => `postgresql://${user}:${password}@${encodeURIComponent(String(host))}/${name}`
  const owned = opened.move()
  return {
    async create(name) {
      const admin = new pg.Client({ connectionString: urlOf('postgres') })
      await admin.connect()
      await admin.query(`create database ${name}`)
      await admin.end()
      return urlOf(name)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
