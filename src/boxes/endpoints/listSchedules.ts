import { z } from 'zod'
import { requireBox } from '#boxes/actions/requireBox.ts'
import type { Context } from '#boxes/Context.ts'
import { listSchedules as list } from '#boxes/store/schedules.ts'
import { BoxId } from '#boxes/wire/requests.ts'
import { ScheduleRecord } from '#boxes/wire/schemas.ts'
import { toScheduleRecord } from '#boxes/wire/toWire.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

export function listSchedules(context: Context): Operation {
  return define({
    name: 'listBoxSchedules',
    method: 'GET',
    path: '/api/boxes/{boxId}/schedules',
    tag: 'boxes',
    summary: 'List the schedules of a box, newest first.',
    access: session('box:read'),
    limit: 'read',
    errors: ['not_found'],
    request: z.strictObject({ boxId: BoxId }),
    response: z.object({ schedules: z.array(ScheduleRecord) }),
    async handle({ boxId }, call) {
      const box = await requireBox(context, boxId, call)
      return { schedules: (await list(context.store, box.id)).map(toScheduleRecord) }
    },
  })
}
