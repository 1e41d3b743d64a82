import type { Store } from './tables.ts'

/** Deletes the sessions, files and logs of a box. */
export async function purgeBox(store: Store, boxId: string): Promise<void> {
  await store.transaction().execute(async (tx) => {
    const sessions = tx.selectFrom('box_sessions').select('id').where('box_id', '=', boxId)
    await tx.deleteFrom('box_events').where('session_id', 'in', sessions).execute()
    await tx.deleteFrom('box_messages').where('session_id', 'in', sessions).execute()
    const archives = tx.selectFrom('box_file_archives').select('archive_id').where('box_id', '=', boxId)
    await tx.deleteFrom('box_archive_parts').where('archive_id', 'in', archives).execute()
    for (const table of [
      'box_sessions',
      'box_tasks',
      'box_confirmations',
      'box_file_requests',
      'box_logs',
      'box_archives',
      'box_file_archives',
    ] as const)
      await tx.deleteFrom(table).where('box_id', '=', boxId).execute()
  })
}
