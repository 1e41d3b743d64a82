import type { Row } from './Row.ts'
import { openDatabases } from './setup/openDatabases.ts'
import { measureMatching } from './setup/ruleMatching.ts'
import { measureDelivery, measureIndexerCost } from './setup/ruleServers.ts'

/** Matching next to a plain loop, block-to-receiver latency, and the cost of rules for the indexer. */
export async function run(): Promise<Row[]> {
  await using databases = await openDatabases()
  return [
    measureMatching(),
    await measureDelivery(await databases.create('delivery')),
    await measureIndexerCost(databases.create),
  ]
}
