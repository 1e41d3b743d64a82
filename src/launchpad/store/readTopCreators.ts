import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Creators by the fee-backed volume of their launches without trades of their own accounts. */
export function readTopCreators(db: Kysely<Tables>, limit: number): Promise<Tables['launch_creators'][]> {
  return db
    .selectFrom('launch_creators')
    .selectAll()
    .orderBy('outside_volume', 'desc')
    .orderBy('creator', 'desc')
    .limit(limit)
    .execute()
}
