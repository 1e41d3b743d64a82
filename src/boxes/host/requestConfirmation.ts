import type { RequestPermissionRequest } from '@agentclientprotocol/sdk'
import { ConfirmationRecord, eventBody, toConfirmationRecord } from '#boxes/records.ts'
import type { Commits } from '#boxes/store/commitQueue.ts'
import { insertConfirmation } from '#boxes/store/confirmations.ts'
import { appendEvents } from '#boxes/store/events.ts'
import type { Task } from '#boxes/store/sessions.ts'
import { updateTask } from '#boxes/store/tasks.ts'
import * as Id from '#core/Id.ts'
import { oneLine } from '#core/UntrustedText.ts'

const TITLE_LENGTH_MAX = 500

/** Puts an agent's question before the person whose session it is; answers its id. */
export async function askPerson(
  { commit }: Pick<Commits, 'commit'>,
  task: Task,
  request: RequestPermissionRequest,
): Promise<string> {
  const id = Id.create('conf')
  const title = oneLine(request.toolCall.title ?? 'The agent asks for permission.').slice(0, TITLE_LENGTH_MAX)
  const options = request.options.map(({ optionId, name, kind }) => ({ id: optionId, name: oneLine(name), kind }))
  await commit(async (within) => {
    const asked = { id, box_id: task.box_id, session_id: task.session_id, task_id: task.id, title, options }
    const confirmation = await insertConfirmation(within, asked)
    const body = eventBody('confirmation', ConfirmationRecord, toConfirmationRecord(confirmation))
    const events = await appendEvents(within, task.session_id, [{ kind: 'confirmation', body }])
    return [...events, ...(await updateTask(within, task.id, { status: 'input_required' }))]
  })
  return id
}
