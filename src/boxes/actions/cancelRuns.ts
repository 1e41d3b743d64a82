import type { Commits } from '#boxes/store/commitQueue.ts'
import { updateTask } from '#boxes/store/tasks.ts'

/** Cancels what a session, or one of its runs, has waiting or at work; answers how many there were. */
export async function cancelRuns(
  { commit }: Pick<Commits, 'commit'>,
  sessionId: string,
  taskId?: string,
): Promise<number> {
  let count = 0
  await commit(async (within) => {
    let query = within
      .updateTable('box_tasks')
      .set({ is_cancelled: true })
      .where('session_id', '=', sessionId)
      .where('ended_at', 'is', null)
    if (taskId !== undefined) query = query.where('id', '=', taskId)
    const tasks = await query.returning(['id', 'status']).execute()
    count = tasks.length
    const events = []
    for (const { id, status } of tasks)
      if (status === 'queued')
        events.push(
          ...(await updateTask(within, id, { status: 'cancelled', stop_reason: 'cancelled', ended_at: new Date() })),
        )
    return events
  })
  return count
}
