import type { Context } from '#boxes/Context.ts'
import { nextDue } from '#boxes/rules/timing.ts'
import { findSchedule, type Schedule, setDue } from '#boxes/store/schedules.ts'
import { ApiError } from '#core/ApiError.ts'
import type { Call } from '#core/Operation.ts'
import { requireBox } from './requireBox.ts'

type Change = { boxId: string; scheduleId: string; enabled: boolean }

/** Enables or disables a schedule; one that is enabled already keeps its next time. */
export async function enableSchedule(context: Context, change: Change, call: Call): Promise<Schedule> {
  const box = await requireBox(context, change.boxId, call)
  const schedule = await findSchedule(context.store, change.scheduleId, box.id)
  if (!schedule) throw noSuchSchedule(box.id)
  if (change.enabled === (schedule.due_at !== null)) return schedule
  const { every_seconds: everySeconds, cron } = schedule
  const dueAt = change.enabled ? nextDue({ everySeconds, cron }, new Date(context.now())) : null
  const changed = await setDue(context.store, schedule, dueAt)
  if (!changed) throw noSuchSchedule(box.id)
  return changed
}

export function noSuchSchedule(boxId: string): ApiError {
  const message = `This box has no schedule with this id. GET /api/boxes/${boxId}/schedules lists them.`
  return new ApiError('not_found', message)
}
