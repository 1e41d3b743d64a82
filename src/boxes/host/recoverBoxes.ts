import type { Box } from '#boxes/store/boxes.ts'
import { closeConfirmations } from '#boxes/store/confirmations.ts'
import { appendEvents } from '#boxes/store/events.ts'
import { appendLog } from '#boxes/store/logs.ts'
import { purgeBox } from '#boxes/store/purgeBox.ts'
import { listStartedTasks, updateTask } from '#boxes/store/tasks.ts'
import { taskEvent } from '#boxes/wire/events.ts'
import type { HostOptions } from './HostOptions.ts'

const ERROR = 'The host of the box ended without warning. Send the message again.'

/** Fails the runs that boxes of a dead host had started and logs it; purges boxes that were deleted meanwhile. */
export async function recoverBoxes(
  { store, commits }: Pick<HostOptions, 'store' | 'commits'>,
  boxes: readonly Box[],
): Promise<void> {
  for (const box of boxes) {
    if (box.wanted === 'deleted') {
      await purgeBox(store, box.id)
      continue
    }
    for (const { id } of await listStartedTasks(store, box.id))
      await commits.commit(async (tx) => {
        await closeConfirmations(tx, [id])
        const task = await updateTask(tx, id, { status: 'failed', error: ERROR, ended_at: new Date() })
        return { result: undefined, events: task ? await appendEvents(tx, task.session_id, [taskEvent(task)]) : [] }
      })
    await appendLog(store, { boxId: box.id }, [{ source: 'service', line: String(box.status_reason) }])
  }
}
