import pg from 'pg'
import pino from 'pino'
import { openDatabase } from '#database/openDatabase.ts'
import { migrations } from '#launchpad/migrations.ts'
import type { Row } from './Row.ts'
import { fillLaunches } from './setup/fillLaunches.ts'
import { fillTrades, isFilled } from './setup/fillTrades.ts'
import { measureIndexing } from './setup/launchIndexing.ts'
import { measureReads } from './setup/launchInsight.ts'
import { measureLatency } from './setup/launchLatency.ts'
import { measurePages } from './setup/launchPages.ts'
import { openDatabases } from './setup/openDatabases.ts'
import { measureWatches } from './setup/watchReads.ts'

/** Filling takes most of the time: a run with this folder keeps the filled database there and measures the reads alone. */
const { BENCH_DATA } = process.env

/**
 * Indexing next to Ponder, block-to-listener latency, pages over a million launches, a warm read next to an empty
 * operation, and reads over ten million trades.
 */
export async function run(): Promise<Row[]> {
  await using databases = await openDatabases(BENCH_DATA)
  const pages = await databases.create('pages')
  if (BENCH_DATA) return await measureFilled(pages)
  return [
    ...(await measureIndexing(databases.create)),
    ...(await measureLatency(await databases.create('latency'))),
    ...(await measurePages(pages)),
    ...(await measureFilled(pages)),
    await measureWatches(await databases.create('watches')),
  ]
}

async function measureFilled(databaseUrl: string): Promise<Row[]> {
  const log = pino({ level: 'silent' })
  await using _ = await openDatabase({ databaseUrl, dataDir: '', log, migrations: [migrations] })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await fillLaunches(client)
  if (!(await isFilled(client))) await fillTrades(client)
  await client.end()
  return measureReads(databaseUrl)
}
