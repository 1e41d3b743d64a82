import { type Selectable, sql } from 'kysely'
import type { FileRequestRow, Store } from './tables.ts'

export type StoredFileRequest = Selectable<FileRequestRow>

const OPEN_MAX = 20

/** False when the box already has the maximum of open requests. */
export async function insertFileRequest(
  store: Store,
  { id, boxId, input }: { id: string; boxId: string; input: unknown },
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into box_file_requests (id, box_id, input)
    select ${id}, ${boxId}, ${JSON.stringify(input)}::jsonb
    where (select count(*) from box_file_requests where box_id = ${boxId} and done_at is null) < ${OPEN_MAX}`.execute(
    store,
  )
  return numAffectedRows === 1n
}

/** The request with its result, once its host has answered it. */
export async function findAnsweredFileRequest(store: Store, id: string): Promise<StoredFileRequest | undefined> {
  return store
    .selectFrom('box_file_requests')
    .selectAll()
    .where('id', '=', id)
    .where('done_at', 'is not', null)
    .executeTakeFirst()
}

export async function deleteFileRequest(store: Store, id: string): Promise<void> {
  await store.deleteFrom('box_file_requests').where('id', '=', id).execute()
}

/** Open requests to the running boxes of a host, the oldest of each box first. */
export async function readFileRequests(store: Store, hostId: string): Promise<StoredFileRequest[]> {
  const { rows } = await sql<StoredFileRequest>`select f.* from box_file_requests f join boxes b on b.id = f.box_id
    where b.host_id = ${hostId} and b.status = 'ready' and f.done_at is null
    order by row_number() over (partition by f.box_id order by f.id), f.id limit 50`.execute(store)
  return rows
}

export async function answerFileRequest(
  store: Store,
  id: string,
  result: { output: unknown } | { error: unknown },
): Promise<void> {
  const stored = 'error' in result ? { error: JSON.stringify(result.error) } : { output: JSON.stringify(result.output) }
  await store
    .updateTable('box_file_requests')
    .set({ ...stored, done_at: new Date() })
    .where('id', '=', id)
    .execute()
}
