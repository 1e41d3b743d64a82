import type { CommitQueue } from '#boxes/store/commitQueue.ts'
import { appendEvents } from '#boxes/store/events.ts'
import { markCancelled, updateTask } from '#boxes/store/tasks.ts'
import { taskEvent } from '#boxes/wire/events.ts'

/** Cancels the open runs of a session, or one of them; returns how many. */
export function cancelRuns(
  { commit }: Pick<CommitQueue, 'commit'>,
  sessionId: string,
  taskId?: string,
): Promise<number> {
  return commit(async (tx) => {
    const tasks = await markCancelled(tx, sessionId, taskId)
    const ended = []
    for (const { id, status } of tasks) {
      if (status !== 'queued') continue
      const change = { status: 'cancelled' as const, stop_reason: 'cancelled', ended_at: new Date() }
      const task = await updateTask(tx, id, change)
      if (task) ended.push(taskEvent(task))
    }
    return { result: tasks.length, events: await appendEvents(tx, sessionId, ended) }
  })
}
