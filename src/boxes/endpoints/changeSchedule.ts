import { z } from 'zod'
import { enableSchedule } from '#boxes/actions/enableSchedule.ts'
import type { Context } from '#boxes/Context.ts'
import { BoxId } from '#boxes/wire/requests.ts'
import { ScheduleRecord } from '#boxes/wire/schemas.ts'
import { toScheduleRecord } from '#boxes/wire/toWire.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { ScheduleId } from './deleteSchedule.ts'

export function changeSchedule(context: Context): Operation {
  return define({
    name: 'changeBoxSchedule',
    method: 'PATCH',
    path: '/api/boxes/{boxId}/schedules/{scheduleId}',
    tag: 'boxes',
    summary: 'Disable a schedule, or enable it again.',
    description: 'A schedule that is enabled again continues with its next time; missed times are skipped.',
    access: session('box:write'),
    limit: 'control',
    errors: ['not_found'],
    examples: [{ summary: 'Disable', request: { enabled: false } }],
    request: z.strictObject({ boxId: BoxId, scheduleId: ScheduleId, enabled: z.boolean() }),
    response: z.object({ schedule: ScheduleRecord }),
    handle: async (request, call) => ({ schedule: toScheduleRecord(await enableSchedule(context, request, call)) }),
  })
}
