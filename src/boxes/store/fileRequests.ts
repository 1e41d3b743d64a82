import { type Selectable, sql } from 'kysely'
import type { FileRequestRow, Store } from './tables.ts'

export type StoredFileRequest = Selectable<FileRequestRow>

export async function insertFileRequest(
  store: Store,
  { id, boxId, input }: { id: string; boxId: string; input: unknown },
): Promise<void> {
  await store
    .insertInto('box_file_requests')
    .values({ id, box_id: boxId, input: JSON.stringify(input) })
    .execute()
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

/** Open requests to the boxes on a host. */
export async function readFileRequests(store: Store, hostId: string): Promise<StoredFileRequest[]> {
  const { rows } = await sql<StoredFileRequest>`select f.* from box_file_requests f join boxes b on b.id = f.box_id
    where b.host_id = ${hostId} and f.done_at is null order by f.id limit 50`.execute(store)
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
