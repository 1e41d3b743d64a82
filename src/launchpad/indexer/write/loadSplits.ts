import type { Kysely } from 'kysely'
import type { Tables } from '#launchpad/store/tables.ts'

/** The accounts of those of the addresses that are fee splits. */
export async function loadSplits(db: Kysely<Tables>, addresses: readonly string[]): Promise<Map<string, Set<string>>> {
  if (addresses.length === 0) return new Map()
  const rows = await db
    .selectFrom('launch_splits')
    .select(['split', 'account'])
    .where('split', 'in', [...addresses])
    .execute()
  const groups = Map.groupBy(rows, ({ split }) => split)
  return new Map([...groups].map(([split, own]) => [split, new Set(own.map(({ account }) => account))]))
}
