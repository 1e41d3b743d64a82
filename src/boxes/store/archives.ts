import { sql } from 'kysely'
import type { Store } from './tables.ts'

/** Replaces the saved files of a box, if the host still runs it. */
export async function saveArchive(
  store: Store,
  { boxId, hostId }: { boxId: string; hostId: string },
  bytes: Buffer,
): Promise<void> {
  await sql`insert into box_archives (box_id, bytes, saved_at)
    select id, ${bytes}, now() from boxes where id = ${boxId} and host_id = ${hostId}
    on conflict (box_id) do update set bytes = excluded.bytes, saved_at = excluded.saved_at`.execute(store)
}

export async function findArchive(store: Store, boxId: string): Promise<{ bytes: Buffer; saved_at: Date } | undefined> {
  return store.selectFrom('box_archives').select(['bytes', 'saved_at']).where('box_id', '=', boxId).executeTakeFirst()
}
