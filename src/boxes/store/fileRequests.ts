import { type Selectable, sql } from 'kysely'
import type { FileRequestRow, Store } from './tables.ts'

type StoredFileRequest = Selectable<FileRequestRow>
export type OpenFileRequest = Pick<StoredFileRequest, 'id' | 'box_id'>

/** Open requests of one box. */
export const OPEN_MAX = 20

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

/** The result of a request, once its host has answered it. */
export async function findAnsweredFileRequest(
  store: Store,
  id: string,
): Promise<Pick<StoredFileRequest, 'output' | 'error'> | undefined> {
  return store
    .selectFrom('box_file_requests')
    .select(['output', 'error'])
    .where('id', '=', id)
    .where('done_at', 'is not', null)
    .executeTakeFirst()
}

export async function deleteFileRequest(store: Store, id: string): Promise<void> {
  await store.deleteFrom('box_file_requests').where('id', '=', id).execute()
}

/** Open requests to the running boxes of a host, the oldest of each box first, without their content. */
export async function readFileRequests(store: Store, hostId: string): Promise<OpenFileRequest[]> {
  const { rows } =
    await sql<OpenFileRequest>`select f.id, f.box_id from box_file_requests f join boxes b on b.id = f.box_id
    where b.host_id = ${hostId} and b.status = 'ready' and f.done_at is null
    order by row_number() over (partition by f.box_id order by f.id), f.id limit 50`.execute(store)
  return rows
}

/** The content of an open request. */
export async function findFileRequestInput(store: Store, id: string): Promise<unknown> {
  const row = await store
    .selectFrom('box_file_requests')
    .select('input')
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return row?.input
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
