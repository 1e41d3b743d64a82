import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Store } from './tables.ts'

/** Files that were packed: their digest and size make a damaged archive visible. */
export type Archive = { id: string; digest: string; bytes: number }

/** Writes an archive that nothing refers to yet. */
export async function insertArchive(store: Store, parts: readonly Buffer[]): Promise<Archive> {
  const id = randomUUID()
  const hash = createHash('sha256')
  for (const [part, bytes] of parts.entries()) {
    hash.update(bytes)
    await store.insertInto('box_archive_parts').values({ archive_id: id, part, bytes }).execute()
  }
  return { id, digest: hash.digest('hex'), bytes: parts.reduce((sum, { length }) => sum + length, 0) }
}

/** Replaces the saved files of a box, if the host still runs it. The box is locked only once all parts are written. */
export async function saveArchive(
  store: Store,
  { boxId, hostId }: { boxId: string; hostId: string },
  parts: readonly Buffer[],
): Promise<void> {
  const { id } = await insertArchive(store, parts)
  const { rows } = await sql<{ saved: boolean; previous: string | null }>`
    with previous as (select archive_id from box_file_archives where box_id = ${boxId}), saved as (
      insert into box_file_archives (box_id, archive_id, saved_at)
      select id, ${id}, now() from boxes where id = ${boxId} and host_id = ${hostId}
      on conflict (box_id) do update set archive_id = excluded.archive_id, saved_at = excluded.saved_at
      returning box_id)
    select exists (select from saved) as saved, (select archive_id from previous) as previous`.execute(store)
  const unused = rows[0]?.saved ? rows[0].previous : id
  if (unused !== null) await deleteUnreferenced(store, [unused])
}

/** Deletes archives unless a box or a snapshot refers to them. */
export async function deleteUnreferenced(store: Store, archiveIds: readonly string[]): Promise<void> {
  await sql`delete from box_archive_parts p where p.archive_id = any(${archiveIds})
    and not exists (select from box_file_archives a where a.archive_id = p.archive_id)`.execute(store)
}

/** Refers from a box or a snapshot to the saved files of another, which stay as they are until the commit. */
export async function shareArchive(tx: Store, { from, to }: { from: string; to: string }): Promise<void> {
  await adoptEarlier(tx, from)
  await sql`insert into box_file_archives (box_id, archive_id)
    select ${to}, archive_id from (select archive_id from box_file_archives where box_id = ${from} for share) as shared
    on conflict (box_id) do update set archive_id = excluded.archive_id, saved_at = now()`.execute(tx)
}

/** Converts files that an earlier version saved to the current format. */
async function adoptEarlier(tx: Store, boxId: string): Promise<void> {
  const id = randomUUID()
  await sql`with earlier as (
      delete from box_archives e where box_id = ${boxId} and not exists (
        select from box_file_archives a where a.box_id = e.box_id and a.saved_at >= e.saved_at)
      returning bytes, saved_at
    ), part as (
      insert into box_archive_parts (archive_id, part, bytes) select ${id}, 0, bytes from earlier)
    insert into box_file_archives (box_id, archive_id, saved_at) select ${boxId}, ${id}, saved_at from earlier
    on conflict (box_id) do update set archive_id = excluded.archive_id, saved_at = excluded.saved_at`.execute(tx)
}

/** Gives the saved files of a snapshot to a box. */
export async function moveArchive(tx: Store, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.updateTable('box_file_archives').set({ box_id: to }).where('box_id', '=', from).execute()
}

export async function referToArchive(tx: Store, boxId: string, archiveId: string): Promise<void> {
  await tx.insertInto('box_file_archives').values({ box_id: boxId, archive_id: archiveId }).execute()
}

/** The digest and size of the saved files of a box or a snapshot; of nothing where there are none. */
export async function digestArchive(store: Store, boxId: string): Promise<Omit<Archive, 'id'>> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of (await findArchive(store, boxId)) ?? []) {
    hash.update(part)
    bytes += part.length
  }
  return { digest: hash.digest('hex'), bytes }
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
