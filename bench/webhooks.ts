import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { openCluster } from '#database/embedded/openCluster.ts'
import type { Row } from './Row.ts'
import { measureMatching } from './setup/ruleMatching.ts'
import { measureDelivery, measureIndexerCost } from './setup/ruleServers.ts'

/** Matching next to a plain loop, block-to-receiver latency, and the cost of rules for the indexer. */
export async function run(): Promise<Row[]> {
  await using cleaning = new AsyncDisposableStack()
  const folder = cleaning.adopt(await mkdtemp(join(tmpdir(), 'slipway-bench-')), (path) =>
    rm(path, { recursive: true }),
  )
  const cluster = cleaning.use(await openCluster({ dataDir: folder, log: pino({ level: 'silent' }) }))
  const { user, password, host = '' } = cluster.connection
  const urlOf = (name: string) => `postgresql://${user}:${password}@${encodeURIComponent(String(host))}/${name}`
  const createDatabase = async (name: string) => {
    const admin = new pg.Client({ connectionString: urlOf('postgres') })
    await admin.connect()
    await admin.query(`create database ${name}`)
    await admin.end()
    return urlOf(name)
  }
  return [
    measureMatching(),
    await measureDelivery(await createDatabase('delivery')),
    await measureIndexerCost(createDatabase),
  ]
}
