import type { BoxContext } from '#boxes/Context.ts'
import { ConfirmationRecord, eventBody, toConfirmationRecord } from '#boxes/records.ts'
import { type Confirmation, findConfirmation, answerConfirmation as give } from '#boxes/store/confirmations.ts'
import { appendEvents } from '#boxes/store/events.ts'
import { updateTask } from '#boxes/store/tasks.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'

/** Gives the agent the answer it waits for; the first one counts. */
export async function answerConfirmation(
  { store, commits }: Pick<BoxContext, 'store' | 'commits'>,
  boxId: string,
  { id, option }: { id: string; option: string },
): Promise<Confirmation> {
  const asked = await findConfirmation(store, id, boxId)
  if (!asked) throw new ApiError('not_found', 'This box has no confirmation with this id.')
  if (!asked.options.some((one) => one.id === option))
    throw invalidField('option', `must be one of ${asked.options.map((one) => one.id).join(', ')}`)
  let answered: Confirmation | undefined
  await commits.commit(async (within) => {
    if (!(await give(within, id, option))) return []
    answered = (await findConfirmation(within, id, boxId)) as Confirmation
    const body = eventBody('confirmation', ConfirmationRecord, toConfirmationRecord(answered))
    const events = await appendEvents(within, asked.session_id, [{ kind: 'confirmation', body }])
    return [...events, ...(await updateTask(within, asked.task_id, { status: 'running' }))]
  })
  if (answered) return answered
  throw new ApiError('failed_precondition', `This was ${asked.status === 'closed' ? 'withdrawn' : 'answered'} before.`)
}
