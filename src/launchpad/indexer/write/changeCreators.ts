import { sql, type Transaction } from 'kysely'
import type { CreatorChange } from '#launchpad/indexer/derive/Changes.ts'
import { sqlRows } from '#launchpad/store/sqlRows.ts'
import type { Tables } from '#launchpad/store/tables.ts'

/** Adds to the sums of each creator. */
export async function changeCreators(db: Transaction<Tables>, creators: readonly CreatorChange[]): Promise<void> {
  if (creators.length === 0) return
  await sql`
    insert into launch_creators as c (creator, tokens, graduated, volume, backed_volume, outside_volume)
    select creator, tokens, graduated, volume, backed_volume, outside_volume from ${sqlRows(creators, {
      creator: ['hex', ({ creator }) => creator],
      tokens: ['int8', ({ tokens }) => tokens],
      graduated: ['int8', ({ graduated }) => graduated],
      volume: ['numeric', ({ volume }) => volume],
      backed_volume: ['numeric', ({ backedVolume }) => backedVolume],
      outside_volume: ['numeric', ({ outsideVolume }) => outsideVolume],
    })}
    on conflict (creator) do update set tokens = c.tokens + excluded.tokens,
      graduated = c.graduated + excluded.graduated, volume = c.volume + excluded.volume,
      backed_volume = c.backed_volume + excluded.backed_volume,
      outside_volume = c.outside_volume + excluded.outside_volume`.execute(db)
}
