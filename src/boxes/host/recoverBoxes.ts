import type { Box } from '#boxes/store/boxes.ts'
import { closeConfirmations } from '#boxes/store/confirmations.ts'
import { appendLog } from '#boxes/store/logs.ts'
import { updateTask } from '#boxes/store/tasks.ts'
import type { HostOptions } from './HostOptions.ts'

const FAILED = 'The host of the box ended without warning. Send the message again.'

/** What boxes of a host that is gone had at work has failed, and their logs say so. */
export async function recoverBoxes(
  { store, commits }: Pick<HostOptions, 'store' | 'commits'>,
  boxes: readonly Box[],
): Promise<void> {
  for (const box of boxes) {
    const open = await store
      .selectFrom('box_tasks')
      .select('id')
      .where('box_id', '=', box.id)
      .where('ended_at', 'is', null)
      .where('status', '<>', 'queued')
      .execute()
    for (const { id } of open)
      await commits.commit(async (within) => {
        await closeConfirmations(within, [id])
        return updateTask(within, id, { status: 'failed', error: FAILED, ended_at: new Date() })
      })
    await appendLog(store, { boxId: box.id }, [{ source: 'service', line: String(box.status_reason) }])
  }
}
