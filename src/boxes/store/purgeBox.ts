import type { Store } from './tables.ts'

/** Removes everything that was said and written in a box. */
export async function purgeBox(store: Store, boxId: string): Promise<void> {
  await store.transaction().execute(async (within) => {
    const sessions = within.selectFrom('box_sessions').select('id').where('box_id', '=', boxId)
    await within.deleteFrom('box_events').where('session_id', 'in', sessions).execute()
    await within.deleteFrom('box_messages').where('session_id', 'in', sessions).execute()
    for (const table of [
      'box_sessions',
      'box_tasks',
      'box_confirmations',
      'box_file_requests',
      'box_logs',
      'box_archives',
    ] as const)
      await within.deleteFrom(table).where('box_id', '=', boxId).execute()
  })
}
