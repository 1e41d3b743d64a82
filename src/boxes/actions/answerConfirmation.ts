import type { Context } from '#boxes/Context.ts'
import { type Confirmation, findConfirmation, answerConfirmation as writeAnswer } from '#boxes/store/confirmations.ts'
import { appendEvents } from '#boxes/store/events.ts'
import { updateTask } from '#boxes/store/tasks.ts'
import { confirmationEvent, taskEvent } from '#boxes/wire/events.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'

/** Answers the agent's question; only the first answer counts. */
export async function answerConfirmation(
  { store, commits }: Pick<Context, 'store' | 'commits'>,
  boxId: string,
  { id, option }: { id: string; option: string },
): Promise<Confirmation> {
  const asked = await findConfirmation(store, id, boxId)
  if (!asked)
    throw new ApiError(
      'not_found',
      'This box has no confirmation with this id. GET …/sessions/{id}/confirmations lists them.',
    )
  if (!asked.options.some((one) => one.id === option))
    throw invalidField('option', `must be one of ${asked.options.map((one) => one.id).join(', ')}`)
  const answered = await commits.commit(async (tx) => {
    const confirmation = await writeAnswer(tx, id, option)
    if (!confirmation) return { result: undefined, events: [] }
    const task = await updateTask(tx, asked.task_id, { status: 'running' })
    const events = [confirmationEvent(confirmation), ...(task ? [taskEvent(task)] : [])]
    return { result: confirmation, events: await appendEvents(tx, asked.session_id, events) }
  })
  if (answered) return answered
  throw new ApiError(
    'failed_precondition',
    `This confirmation is already ${asked.status === 'closed' ? 'closed' : 'answered'}.`,
  )
}
