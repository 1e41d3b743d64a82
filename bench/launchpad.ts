import type { Row } from './Row.ts'
import { measureIndexing } from './setup/launchIndexing.ts'
import { measureInsight } from './setup/launchInsight.ts'
import { measureLatency } from './setup/launchLatency.ts'
import { measurePages } from './setup/launchPages.ts'
import { openDatabases } from './setup/openDatabases.ts'
import { measureWatches } from './setup/watchReads.ts'

/**
 * Indexing next to Ponder, block-to-listener latency, pages over a million launches, a warm read next to an empty
 * operation, and reads over ten million trades.
 */
export async function run(): Promise<Row[]> {
  await using databases = await openDatabases()
  const pages = await databases.create('pages')
  return [
    ...(await measureIndexing(databases.create)),
    ...(await measureLatency(await databases.create('latency'))),
    ...(await measurePages(pages)),
    ...(await measureInsight(pages)),
    await measureWatches(await databases.create('watches')),
  ]
}
