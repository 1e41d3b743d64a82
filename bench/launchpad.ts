import type { Row } from './Row.ts'
import { measureIndexing } from './setup/launchIndexing.ts'
import { measureLatency } from './setup/launchLatency.ts'
import { measurePages } from './setup/launchPages.ts'
import { openDatabases } from './setup/openDatabases.ts'

/** Indexing next to Ponder, block-to-listener latency, pages over a million launches, and a warm read next to an empty operation. */
export async function run(): Promise<Row[]> {
  await using databases = await openDatabases()
  return [
    ...(await measureIndexing(databases.create)),
    ...(await measureLatency(await databases.create('latency'))),
    ...(await measurePages(await databases.create('pages'))),
  ]
}
