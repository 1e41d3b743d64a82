import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Store } from './tables.ts'

/** Replaces the saved files of a box, if the host still runs it. The box is locked only once all parts are written. */
export async function saveArchive(
  store: Store,
  { boxId, hostId }: { boxId: string; hostId: string },
  parts: readonly Buffer[],
): Promise<void> {
  const id = randomUUID()
  for (const [part, bytes] of parts.entries())
    await store.insertInto('box_archive_parts').values({ archive_id: id, part, bytes }).execute()
  const { rows } = await sql<{ saved: boolean; previous: string | null }>`
    with previous as (select archive_id from box_file_archives where box_id = ${boxId}), saved as (
      insert into box_file_archives (box_id, archive_id, saved_at)
      select id, ${id}, now() from boxes where id = ${boxId} and host_id = ${hostId}
      on conflict (box_id) do update set archive_id = excluded.archive_id, saved_at = excluded.saved_at
      returning box_id)
    select exists (select from saved) as saved, (select archive_id from previous) as previous`.execute(store)
  const unused = rows[0]?.saved ? rows[0].previous : id
  if (unused !== null) await store.deleteFrom('box_archive_parts').where('archive_id', '=', unused).execute()
}

/** The parts of the saved files of a box, read one at a time. */
export async function findArchive(store: Store, boxId: string): Promise<AsyncIterable<Buffer> | undefined> {
  const saved = await store.selectFrom('box_file_archives').selectAll().where('box_id', '=', boxId).executeTakeFirst()
  const earlier = await store.selectFrom('box_archives').selectAll().where('box_id', '=', boxId).executeTakeFirst()
  // Replicas of an earlier version may save next to this one.
  if (earlier && (!saved || earlier.saved_at > saved.saved_at)) return Readable.from([earlier.bytes])
  return saved && readParts(store, saved.archive_id)
}

async function* readParts(store: Store, archiveId: string): AsyncGenerator<Buffer> {
  const query = store.selectFrom('box_archive_parts').select('bytes').where('archive_id', '=', archiveId)
  for (let part = 0; ; part++) {
    const row = await query.where('part', '=', part).executeTakeFirst()
    if (!row) return
    yield row.bytes
  }
}

/** Deletes parts of archives that were never completed. */
export async function deleteUnusedParts(store: Store): Promise<void> {
  await sql`delete from box_archive_parts p where p.created_at < now() - interval '1 hour'
    and not exists (select from box_file_archives a where a.archive_id = p.archive_id)`.execute(store)
}
