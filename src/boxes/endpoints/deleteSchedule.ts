import { z } from 'zod'
import { noSuchSchedule } from '#boxes/actions/enableSchedule.ts'
import { requireBox } from '#boxes/actions/requireBox.ts'
import type { Context } from '#boxes/Context.ts'
import { deleteSchedule as remove } from '#boxes/store/schedules.ts'
import { BoxId, storableText } from '#boxes/wire/requests.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

export const ScheduleId = storableText().max(64).meta({ description: 'The id of a schedule of the box.' })

export function deleteSchedule(context: Context): Operation {
  return define({
    name: 'deleteBoxSchedule',
    method: 'DELETE',
    path: '/api/boxes/{boxId}/schedules/{scheduleId}',
    tag: 'boxes',
    summary: 'Delete a schedule; its session is kept.',
    access: session('box:write'),
    limit: 'control',
    errors: ['not_found'],
    status: 204,
    request: z.strictObject({ boxId: BoxId, scheduleId: ScheduleId }),
    response: z.undefined(),
    async handle({ boxId, scheduleId }, call) {
      const box = await requireBox(context, boxId, call)
      if (!(await remove(context.store, scheduleId, box.id))) throw noSuchSchedule(box.id)
      return undefined
    },
  })
}
