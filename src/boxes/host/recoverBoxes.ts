import type { Box } from '#boxes/store/boxes.ts'
import { appendLog } from '#boxes/store/logs.ts'
import { purgeBox } from '#boxes/store/purgeBox.ts'
import { listOpenTasks } from '#boxes/store/tasks.ts'
import { endTasks } from './endTasks.ts'
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
    const started = (await listOpenTasks(store, box.id)).filter(({ status }) => status !== 'queued')
    await endTasks({ commits }, started, { status: 'failed', error: ERROR })
    await appendLog(store, { boxId: box.id }, [{ source: 'service', line: String(box.status_reason) }])
  }
}
