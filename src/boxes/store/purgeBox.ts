import { transaction } from '#database/transaction.ts'
import { deleteUnreferenced } from './archives.ts'
import type { Store } from './tables.ts'

/** Deletes the sessions, files and logs of a box or a snapshot. */
export async function purgeBox(store: Store, boxId: string): Promise<void> {
  await transaction(store, async (tx) => {
    await deleteContents(tx, boxId)
    for (const table of ['box_logs', 'box_schedules'] as const)
      await tx.deleteFrom(table).where('box_id', '=', boxId).execute()
  })
}

/** Deletes the sessions and files of a box or a snapshot. */
export async function deleteContents(tx: Store, boxId: string): Promise<void> {
  const sessions = tx.selectFrom('box_sessions').select('id').where('box_id', '=', boxId)
  await tx.deleteFrom('box_events').where('session_id', 'in', sessions).execute()
  await tx.deleteFrom('box_messages').where('session_id', 'in', sessions).execute()
  const files = tx.deleteFrom('box_file_archives').where('box_id', '=', boxId).returning('archive_id')
  const archives = (await files.execute()).map(({ archive_id }) => archive_id)
  await deleteUnreferenced(tx, archives)
  for (const table of ['box_sessions', 'box_tasks', 'box_confirmations', 'box_file_requests', 'box_archives'] as const)
    await tx.deleteFrom(table).where('box_id', '=', boxId).execute()
}
