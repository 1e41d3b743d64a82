import type { Context } from '#boxes/Context.ts'
import { INTERVAL_SECONDS_MIN, nextDue, requireTiming } from '#boxes/rules/timing.ts'
import { countSchedules, insertSchedule, type Schedule } from '#boxes/store/schedules.ts'
import { ApiError } from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'
import type { Call } from '#core/Operation.ts'
import { oneLine } from '#core/UntrustedText.ts'
import { inTransaction } from './inTransaction.ts'
import { openSession } from './openSession.ts'
import { requireBox } from './requireBox.ts'
import { sanitizeContent } from './writeMessage.ts'

export const SCHEDULES_MAX = 20
export const EVERY_SECONDS = { min: INTERVAL_SECONDS_MIN, max: 30 * 86_400 }

type NewSchedule = {
  boxId: string
  prompt: string
  name?: string | undefined
  everySeconds?: number | undefined
  cron?: string | undefined
}

/** Creates a schedule that sends a prompt to the caller's box, in its own session. */
export async function createSchedule(context: Context, request: NewSchedule, call: Call): Promise<Schedule> {
  const box = await requireBox(context, request.boxId, call)
  const timing = { everySeconds: request.everySeconds ?? null, cron: request.cron?.trim() ?? null }
  requireTiming(timing)
  const prompt = sanitizeContent(request.prompt)
  const name = oneLine(request.name ?? prompt).slice(0, 80)
  return inTransaction(context, call, async (tx) => {
    if ((await countSchedules(tx, box.developer_id)) >= SCHEDULES_MAX)
      throw new ApiError(
        'failed_precondition',
        `You have ${SCHEDULES_MAX} schedules, which is the maximum. Delete one.`,
      )
    const session = await openSession(tx, box, { title: name, channel: 'api' })
    return insertSchedule(tx, {
      id: Id.create('sched'),
      box_id: box.id,
      developer_id: box.developer_id,
      session_id: session.id,
      ...{ name, prompt, cron: timing.cron, every_seconds: timing.everySeconds },
      due_at: nextDue(timing, new Date(context.now())),
    })
  })
}
