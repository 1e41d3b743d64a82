import { closeConfirmations } from '#boxes/store/confirmations.ts'
import { appendEvents } from '#boxes/store/events.ts'
import { type Task, updateTask } from '#boxes/store/tasks.ts'
import { taskEvent } from '#boxes/wire/events.ts'
import type { HostOptions } from './HostOptions.ts'

type Ending = Pick<Task, 'status'> & Partial<Pick<Task, 'error' | 'stop_reason'>>

/** Ends runs that no agent works on any more. */
export async function endTasks(
  { commits }: Pick<HostOptions, 'commits'>,
  tasks: readonly Pick<Task, 'id'>[],
  ending: Ending,
): Promise<void> {
  for (const { id } of tasks)
    await commits.commit(async (tx) => {
      await closeConfirmations(tx, [id])
      const task = await updateTask(tx, id, { ...ending, ended_at: new Date() })
      return { result: undefined, events: task ? await appendEvents(tx, task.session_id, [taskEvent(task)]) : [] }
    })
}
