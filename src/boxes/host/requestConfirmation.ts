import type { RequestPermissionRequest } from '@agentclientprotocol/sdk'
import { insertConfirmation } from '#boxes/store/confirmations.ts'
import { appendEvents } from '#boxes/store/events.ts'
import { type Task, updateTask } from '#boxes/store/tasks.ts'
import { confirmationEvent, taskEvent } from '#boxes/wire/events.ts'
import * as Id from '#core/Id.ts'
import { oneLine } from '#core/UntrustedText.ts'
import type { FencedCommits } from './createFence.ts'

const TITLE_LENGTH_MAX = 500

/** Stores a permission request of an agent for the person to answer; returns its id. */
export async function requestConfirmation(
  { commit }: FencedCommits,
  { id: task_id, box_id, session_id }: Task,
  request: RequestPermissionRequest,
): Promise<string> {
  const id = Id.create('conf')
  const title = oneLine(request.toolCall.title ?? 'The agent asks for permission.').slice(0, TITLE_LENGTH_MAX)
  const options = request.options.map(({ optionId, name, kind }) => ({ id: optionId, name: oneLine(name), kind }))
  await commit(async (tx) => {
    const confirmation = await insertConfirmation(tx, { id, box_id, session_id, task_id, title, options })
    const task = await updateTask(tx, task_id, { status: 'input_required' })
    const events = [confirmationEvent(confirmation), ...(task ? [taskEvent(task)] : [])]
    return { result: undefined, events: await appendEvents(tx, session_id, events) }
  })
  return id
}
