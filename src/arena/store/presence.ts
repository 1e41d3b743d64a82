import { sql } from 'kysely'
import type { Store } from './tables.ts'

/** Writes leases without waiting for the disk, in the order of their ids so that two replicas cannot deadlock. */
export async function renewLeases(store: Store, leases: ReadonlyMap<string, Date>): Promise<void> {
  const ids = [...leases.keys()].toSorted()
  const ends = ids.map((id) => leases.get(id))
  await store.transaction().execute(async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx)
    await sql`insert into arena_presence (participant_id, until)
      select id, until from unnest(${ids}::text[], ${ends}::timestamptz[]) as lease (id, until)
      on conflict (participant_id) do update set until = greatest(arena_presence.until, excluded.until)`.execute(tx)
  })
}
