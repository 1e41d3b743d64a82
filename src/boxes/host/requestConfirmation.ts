import type { RequestPermissionRequest } from '@agentclientprotocol/sdk'
import { insertConfirmation } from '#boxes/store/confirmations.ts'
import { appendEvents } from '#boxes/store/events.ts'
import type { ConfirmationOption } from '#boxes/store/tables.ts'
import { type Task, updateTask } from '#boxes/store/tasks.ts'
import { confirmationEvent, taskEvent } from '#boxes/wire/events.ts'
import { oneLine } from '#core/UntrustedText.ts'
import type { FencedCommits } from './createFence.ts'

const TITLE_LENGTH_MAX = 500
const OPTIONS_MAX = 10
const OPTION_LENGTH_MAX = 200

type Question = { id: string; task: Task; request: RequestPermissionRequest }

/** Stores a permission request of an agent for a person to answer; false if its run has ended. */
export async function requestConfirmation(
  { commit }: FencedCommits,
  { id, task: { id: task_id, box_id, session_id }, request }: Question,
): Promise<boolean> {
  const title = oneLine((request.toolCall?.title ?? 'The agent asks for permission.').slice(0, TITLE_LENGTH_MAX))
  const options = optionsOf(request)
  const isStored = await commit(async (tx) => {
    const task = await updateTask(tx, task_id, { status: 'input_required' })
    if (!task) return { result: false, events: [] }
    const confirmation = await insertConfirmation(tx, { id, box_id, session_id, task_id, title, options })
    const events = [confirmationEvent(confirmation), taskEvent(task)]
    return { result: true, events: await appendEvents(tx, session_id, events) }
  })
  return isStored === true
}

function optionsOf({ options }: RequestPermissionRequest): ConfirmationOption[] {
  const clip = (text: string) => oneLine(text.slice(0, OPTION_LENGTH_MAX))
  return options
    .slice(0, OPTIONS_MAX)
    .map(({ optionId, name, kind }) => ({ id: clip(optionId), name: clip(name), kind: clip(kind) }))
}
