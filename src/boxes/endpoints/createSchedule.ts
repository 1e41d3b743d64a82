import { z } from 'zod'
import { createSchedule as create, EVERY_SECONDS, SCHEDULES_MAX } from '#boxes/actions/createSchedule.ts'
import type { Context } from '#boxes/Context.ts'
import { BoxId } from '#boxes/wire/requests.ts'
import { ScheduleRecord } from '#boxes/wire/schemas.ts'
import { toScheduleRecord } from '#boxes/wire/toWire.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

const Request = z.strictObject({
  boxId: BoxId,
  prompt: z.string().min(1).max(4_000).meta({ description: 'The message to the agent.' }),
  name: z.string().max(80).optional().meta({ description: 'A display name. Default: the beginning of the prompt' }),
  everySeconds: z.int().min(EVERY_SECONDS.min).max(EVERY_SECONDS.max).optional(),
  cron: z
    .string()
    .max(100)
    .optional()
    .meta({
      description: `Minute, hour, day, month and weekday in UTC, such as \`0 9 * * 1-5\`; at least ${EVERY_SECONDS.min} seconds apart.`,
    }),
})

export function createSchedule(context: Context): Operation {
  return define({
    name: 'createBoxSchedule',
    method: 'POST',
    path: '/api/boxes/{boxId}/schedules',
    tag: 'boxes',
    summary: 'Create a schedule that sends a prompt to a box.',
    description: `Send everySeconds or cron. Each time posts one message to the session of the schedule and wakes a box that is paused because it was idle. Times missed while the service is down are skipped. You can have ${SCHEDULES_MAX} schedules. To prompt a box on an event, use a rule.`,
    access: session('box:write'),
    limit: 'write',
    errors: ['not_found', 'failed_precondition'],
    status: 201,
    idempotent: true,
    examples: [
      { summary: 'Every working day at nine', request: { prompt: 'What is about to graduate?', cron: '0 9 * * 1-5' } },
    ],
    request: Request,
    response: z.object({ schedule: ScheduleRecord }),
    handle: async (request, call) => ({ schedule: toScheduleRecord(await create(context, request, call)) }),
  })
}
